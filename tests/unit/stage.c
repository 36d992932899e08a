#include "config.h"

#include "tests/unit/stage.h"

void stage_open(struct stage *stage, int cols, int rows)
{
	*stage = (struct stage){
		.conv = conversation_new(0, "17"),
		.view = transcript_new(),
		.cols = cols,
		.rows = rows,
		.now_ms = NOW,
		.text = STRBUF_INIT,
	};
	canvas_init(&stage->cv);
	stage->conv->loaded = true;
}

void stage_close(struct stage *stage)
{
	transcript_free(stage->view);
	conversation_free(stage->conv);
	canvas_release(&stage->cv);
	strbuf_release(&stage->text);
}

void stage_push(struct stage *stage, const char *raw, bool respond)
{
	told_event(stage->conv, raw, respond, stage->now_ms);
}

void stage_chunk(struct stage *stage, bool reasoning, const char *raw)
{
	conversation_chunk(stage->conv,
			   &(struct host_chunk){ .reasoning = reasoning,
						 .text = slice_str(raw) },
			   stage->now_ms);
}

void stage_layout(struct stage *stage)
{
	transcript_layout(stage->view, stage->conv, stage->cols, stage->rows,
			  stage->now_ms);
}

/* Rows without trailing blanks, each ended by a line break. */
const char *stage_draw(struct stage *stage)
{
	stage_layout(stage);
	canvas_resize(&stage->cv, stage->cols, stage->rows);
	transcript_draw(stage->view, &stage->cv,
			(struct rect){ 0, 0, stage->cols, stage->rows }, true);
	strbuf_reset(&stage->text);
	for (int y = 0; y < stage->rows; y++) {
		canvas_row_text(&stage->text, &stage->cv, y);
		while (stage->text.len &&
		       stage->text.buf[stage->text.len - 1] == ' ')
			strbuf_setlen(&stage->text, stage->text.len - 1);
		strbuf_addch(&stage->text, '\n');
	}
	return stage->text.buf;
}
