#ifndef JPD_LAYERS_LAYERS_H
#define JPD_LAYERS_LAYERS_H

#include "src/dashboard/app/layer.h"

/* Every layer, for app_new(); each has a file in this folder. */
extern const struct layer_ops *const layers_all[LAYER_COUNT];

#define X(name, ops) extern const struct layer_ops ops;
LAYERS(X)
#undef X

#endif
