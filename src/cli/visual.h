/* What the commands on blocks share: a document from a page or a Vi-XML file, rules and weights from a file, and how a comparison of two
 * is weighed. */
#ifndef CLI_VISUAL_H
#define CLI_VISUAL_H

#include "cli/args.h"
#include "visual/vidiff.h"
#include "judge/importance.h"
#include "show/vidiff.h"
#include "segment/block.h"

struct visual {
    struct vixml document;
    struct judge_words words;
    bool is_page; /* the two below are filled */
    struct symbols symbols;
    struct page page;
    struct blocks blocks;
};

/* A file ('-': standard input) or an address; Vi-XML is taken as it is, a page is cut into blocks by the renderer. The words of an error
 * name the operand. */
struct renderer;
int visual_read(struct arena *a, const struct args *args, struct renderer *r, const char *operand, struct visual *out,
                struct err *e) MUST_CHECK;

/* Two versions, the delta between them, and what it weighs. */
enum { VISUAL_UNUSED_MAX = 16 };

struct visual_pair {
    struct visual old, new;
    struct str old_name, new_name;
    uint32_t n_history; /* earlier versions that the weights come from */
    struct videlta delta;
    struct vidiff_told told; /* which of its operations a reader sees */
    struct importance importance;
    double judged; /* what a check gave it; negative: none held the two against each other, or it was not weighed */
    struct str unused[VISUAL_UNUSED_MAX]; /* selectors of rules that choose nothing on either page */
    uint32_t n_unused;
};

extern const struct option option_same_link, option_rules, option_history, option_formula;

/* Reads and compares the operands as --same-link says: two files or addresses, or versions of pages in the archive (one operand alone, or
 * an @ with a version behind it: cli/sides.h). With `weigh` the change is weighed as --formula says, by the rules of --rules and by the
 * history of the page's words: that of the archive, where versions stand for visits, or the files of --history. */
int visual_compare(struct arena *a, const struct args *args, bool weigh, struct visual_pair *out, struct err *e) MUST_CHECK;

/* The pair as show/ takes it. */
struct vidiff_view visual_view(const struct visual_pair *p, bool weigh);
/* Says which rules chose nothing, a line each. */
void visual_unused_text(const struct visual_pair *p, struct buf *out);
/* The fields of E in a JSON object that is open. */
struct json;
void visual_importance_json(const struct importance *i, struct json *j);

#endif
