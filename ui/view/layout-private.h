#ifndef JPD_VIEW_LAYOUT_PRIVATE_H
#define JPD_VIEW_LAYOUT_PRIVATE_H

#include "ui/view/layout.h"

/* Private to layout-*.c. */

struct layout_node *layout_new_leaf(int pane, double share);
/* Frees everything below it too. */
void layout_free_node(struct layout_node *node);
void layout_insert_kid(struct layout_node *parent, size_t at,
		       struct layout_node *kid);
/* Make the siblings' shares sum up to 1 again. */
void layout_normalise(struct layout_node *parent);

#endif
