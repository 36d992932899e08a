#include "config.h"

#include "src/dashboard/layers/layers.h"

const struct layer_ops *const layers_all[LAYER_COUNT] = {
#define X(name, ops) [LAYER_##name] = &(ops),
	LAYERS(X)
#undef X
};
