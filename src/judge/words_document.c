/* In: a Vi-XML document. Out: its words as one row: texts, then links, then pictures, each in the order of the blocks. */
#include "base/hash.h"
#include "base/vec.h"
#include "judge/words.h"

struct document_row {
    struct arena *arena;
    VEC(struct judge_word) words;
    uint32_t line;
};

static void add_text(struct document_row *r, uint32_t block, float weight, enum vi_kind kind, struct str text)
{
    r->line++;
    while (text.len) {
        struct str word = str_cut(&text, ' ');
        if (word.len)
            *VEC_ADD(r->arena, &r->words) = (struct judge_word){ .symbol = judge_symbol(hash_str(word)),
                                                                 .line = r->line,
                                                                 .block = block,
                                                                 .node = NONE,
                                                                 .word = NONE,
                                                                 .kind = (uint8_t)kind,
                                                                 .mark = judge_is_mark(word),
                                                                 .space = true,
                                                                 .text = word,
                                                                 .weight = weight,
                                                                 .factor = 1,
                                                                 .share = judge_word_share(word) };
    }
}

static void add_item(struct document_row *r, const struct vixml *x, uint32_t block, uint32_t item, float weight)
{
    enum vi_kind kind = item < x->block[block].image ? VI_LINK : VI_IMAGE;
    const struct vixml_item *i = &x->item[item];
    if (kind == VI_LINK)
        add_text(r, block, weight, kind, i->name);
    uint64_t hash = kind == VI_LINK ? hash_str(i->address) : hash_mix(hash_str(i->address), hash_str(i->name));
    *VEC_ADD(r->arena, &r->words) = (struct judge_word){
        .symbol = judge_symbol(hash_mix(hash, kind + 1)),
        .line = r->line,
        .block = block,
        .node = NONE,
        .word = NONE,
        .kind = (uint8_t)kind,
        .thing = true,
        .text = i->address,
        .name = kind == VI_IMAGE ? judge_symbol(hash_str(i->name)) : 0,
        .weight = kind == VI_LINK ? weight / 2 : weight,
        .factor = 1,
        .share = 1,
    };
}

static void cut_lines(struct arena *a, struct judge_words *w)
{
    uint32_t last = NONE;
    w->line = NEW_ARRAY(a, struct anchor_line, w->n + 1);
    w->line_word = NEW_ARRAY_RAW(a, uint32_t, w->n + 1);
    for (uint32_t i = 0; i < w->n; last = w->item[i++].line) {
        if (w->item[i].line != last)
            w->line_word[w->n_lines++] = i;
        struct anchor_line *line = &w->line[w->n_lines - 1];
        line->hash = hash_mix(line->hash, w->item[i].symbol);
        line->words += !w->item[i].thing;
        w->all += (double)w->item[i].weight;
    }
    w->line_word[w->n_lines] = w->n;
}

void judge_words_of_document(struct arena *a, const struct vixml *x, struct judge_words *out)
{
    struct document_row r = { .arena = a };
    float *weight = NEW_ARRAY(a, float, x->n);
    uint32_t most = 0;
    for (uint32_t i = 0; i < x->n; i++)
        most = vixml_has_content(&x->block[i]) ? MAX(most, x->block[i].face.ppm) : most;
    for (uint32_t i = 0; i < x->n; i++) {
        weight[i] = most ? (float)x->block[i].face.ppm / (float)most : 1;
        add_text(&r, i, weight[i], VI_TEXT, x->block[i].text);
    }
    for (unsigned images = 0; images < 2; images++)
        for (uint32_t i = 0; i < x->n; i++) {
            const struct vixml_block *b = &x->block[i];
            for (uint32_t k = images ? b->image : b->link; k < (images ? b->item_end : b->image); k++) {
                r.line += images;
                add_item(&r, x, i, k, weight[i]);
            }
        }
    *out = (struct judge_words){ .item = r.words.item, .n = r.words.n, .unit = NEW_ARRAY(a, struct judge_unit, 1), .n_units = 1 };
    cut_lines(a, out);
}
