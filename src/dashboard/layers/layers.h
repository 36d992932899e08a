#ifndef JPD_LAYERS_LAYERS_H
#define JPD_LAYERS_LAYERS_H

#include "src/dashboard/app/layer.h"

/* All that can have the keys, for app_new(); each is a file of this folder. */
extern const struct layer_ops *const layers_all[LAYER_COUNT];

#define X(name, ops) extern const struct layer_ops ops;
LAYERS(X)
#undef X

#endif
