/* In: the pieces of a change. Out: a list to choose from; of what was chosen the keys of its places, a headline and excerpts. */
#include "judge/telling.h"

#include "base/limits.h"
#include "judge/fleeting.h"
#include "judge/spots.h"

/* How near a change is to news, the nearest first. */
enum telling_rank { RANK_CONTENT, RANK_AROUND, RANK_BEFORE, RANK_LITTLE, RANK_FLEETING, RANK_CODE, RANKS };

static enum telling_rank rank_of(const struct judge_piece *p, enum noise_kind noise)
{
    static const enum telling_rank ranks[NOISES] = {
        [NOISE_NONE] = RANK_CONTENT,    [NOISE_SHAPE] = RANK_AROUND,  [NOISE_PLACE] = RANK_AROUND,   [NOISE_CASE] = RANK_LITTLE,
        [NOISE_TAUGHT] = RANK_AROUND,   [NOISE_MARKUP] = RANK_LITTLE, [NOISE_SEEN] = RANK_BEFORE,    [NOISE_MOVED] = RANK_LITTLE,
        [NOISE_END] = RANK_LITTLE,      [NOISE_OVER] = RANK_LITTLE,   [NOISE_COUNT] = RANK_FLEETING, [NOISE_CHURN] = RANK_FLEETING,
        [NOISE_PROBED] = RANK_FLEETING, [NOISE_RATE] = RANK_FLEETING, [NOISE_WORDING] = RANK_LITTLE,
    };
    bool advert = noise == NOISE_PLACE && (p->place == PLACE_EXTRA || p->place == PLACE_NOTICE);
    return p->picture ? RANK_CONTENT : held_is_code(p) ? RANK_CODE : advert ? RANK_LITTLE : ranks[noise];
}

static enum telling_rank rank_of_part(const struct held_change *part)
{
    enum telling_rank best = RANKS;
    for (uint32_t i = 0; i < part->n_pieces; i++)
        best = MIN(best, rank_of(part->piece[i], part->noise));
    return best;
}

void telling_choose(const struct held_changes *all, bool announced, bool *chosen)
{
    enum telling_rank best = RANKS;
    uint32_t n = 0;
    bool rest = false;
    for (uint32_t i = 0; announced && i < all->n; i++)
        rest |= !all->item[i].told;
    for (uint32_t i = 0; i < all->n; i++)
        best = rest && all->item[i].told ? best : MIN(best, rank_of_part(&all->item[i]));
    for (uint32_t i = 0; i < all->n && n < TELLING_CHOSEN; i++)
        n += chosen[i] = !(rest && all->item[i].told) && rank_of_part(&all->item[i]) == best;
}

/* What a check tells (judge/verdict_concern.c): what is no noise, or all where everything is; codes only where there are no words. By
 * piece. */
static const bool *find_told(struct arena *a, const struct judge_pieces *pieces, const enum noise_kind *noise)
{
    bool *told = NEW_ARRAY(a, bool, pieces->n + 1), sure = false, words = false;
    for (uint32_t i = 0; i < pieces->n; i++)
        sure |= told[i] = noise_share(noise[i]) >= TOLD_SHARE;
    for (uint32_t i = 0; i < pieces->n; i++) {
        told[i] |= !sure;
        words |= told[i] && !held_is_code(&pieces->item[i]);
    }
    for (uint32_t i = 0; i < pieces->n && words; i++)
        told[i] &= !held_is_code(&pieces->item[i]);
    return told;
}

struct held_changes telling_parts(struct arena *a, const struct delta *d, const struct past *past, const struct lessons *taught,
                                  struct judge_pieces *pieces)
{
    struct spots spots;
    evidence_follow(a, d, past, pieces, &spots);
    fleeting_recall(past, pieces);
    struct evidence_context context = evidence_open(d, past, pieces);
    enum noise_kind *noise = NEW_ARRAY(a, enum noise_kind, pieces->n + 1);
    bool *left_out = NEW_ARRAY(a, bool, pieces->n + 1);
    evidence_heed(&context, a, taught);
    for (uint32_t i = 0; i < pieces->n; i++) {
        noise[i] = evidence_of(&context, &pieces->item[i]).noise;
        left_out[i] = pieces->item[i].kind == PIECE_MOVED; /* nobody means what only stands elsewhere */
    }
    const struct held_source source = {
        .delta = d,
        .pieces = pieces,
        .worth = headline_worths(a, d, pieces),
        .noise = noise,
        .left_out = left_out,
        .told = find_told(a, pieces, noise),
        .list_told = true,
        .most = TELLING_PARTS,
    };
    return held_changes(a, &source);
}

static struct str words_in(struct arena *a, const struct page *p, uint32_t from, uint32_t to)
{
    AUTO(buf) text = BUF(KIB(16));
    if (from < to)
        excerpt_words(&text, p, from, to);
    return arena_str(a, buf_str(&text));
}

/* What of the change lies in the sentence of the piece. What came where it went is another piece's. */
static struct excerpt excerpt_of(struct arena *a, const struct delta *d, const struct judge_piece *p)
{
    struct change c = d->change[p->change];
    if (p->sentence != NONE && p->old) {
        const struct sentence *s = &d->old->sentence[p->sentence];
        c.kind = CHANGE_DELETE;
        c.old_word = MAX(c.old_word, s->word), c.old_end = MIN(c.old_end, s->end);
        c.new_end = c.new_word;
    } else if (p->sentence != NONE) {
        const struct sentence *s = &d->new->sentence[p->sentence];
        c.new_word = MAX(c.new_word, s->word), c.new_end = MAX(c.new_word, MIN(c.new_end, s->end));
        c.old_word = p->old_word, c.old_end = p->old_end;
    }
    struct excerpt out = { .kind = c.kind,
                           .old = words_in(a, d->old, c.old_word, c.old_end),
                           .new = words_in(a, d->new, c.new_word, c.new_end) };
    if (!p->old)
        excerpt_add_context(a, d, &c, &out);
    return out;
}

static void count_words(const struct judge_piece *p, struct telling *out)
{
    for (unsigned k = 0; k < WORD_SHAPES; k++) {
        out->words_inserted += p->came[k];
        out->words_deleted += p->went[k];
    }
}

struct str telling_keys(struct arena *a, const struct delta *d, const struct held_change *const *part, uint32_t n,
                        enum lesson_kind kind)
{
    struct lesson_writer writer;
    lesson_writer_open(&writer, a, d);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < part[i]->n_pieces; k++)
            lesson_writer_add(&writer, part[i]->piece[k], kind);
    return lesson_writer_take(&writer);
}

/* "New: ", "Removed from “Fees”: ": what is said once for all that follow. Empty: none of these. */
static struct str label_of(struct str what)
{
    static const struct str verbs[] = { STR_INIT("New"), STR_INIT("Removed"), STR_INIT("Repeated") };
    size_t end = str_find(what, STR(": "), 0);
    for (size_t i = 0; i < ARRAY_LEN(verbs) && end != SIZE_MAX; i++)
        if (str_starts(what, verbs[i]))
            return str_sub(what, 0, end + 2);
    return STR("");
}

bool telling_says(struct str headline, struct str what)
{
    struct str label = label_of(what);
    return str_find(headline, what, 0) != SIZE_MAX
           || (label.len && str_find(headline, label, 0) != SIZE_MAX
               && str_find(headline, str_sub(what, label.len, what.len), 0) != SIZE_MAX);
}

struct telling telling_make(struct arena *a, const struct delta *d, const struct held_change *const *part, uint32_t n)
{
    struct telling out = { .excerpts = { NEW_ARRAY(a, struct excerpt, EXCERPTS_MAX), 0 } };
    AUTO(buf) words = BUF(KIB(64));
    struct str label = STR("");
    for (uint32_t i = 0; i < n; i++) {
        struct str what = part[i]->what, own = label_of(what);
        size_t said = own.len && str_eq(own, label) ? own.len : 0;
        buf_addf(&words, "%s%.*s", i ? "; " : "", STR_ARG(str_sub(what, said, what.len)));
        label = own;
        for (uint32_t k = 0; k < part[i]->n_pieces; k++)
            count_words(part[i]->piece[k], &out);
        out.n_changes += part[i]->times;
        if (out.excerpts.n < EXCERPTS_MAX)
            out.excerpts.item[out.excerpts.n++] = excerpt_of(a, d, part[i]->piece[0]);
    }
    out.headline = arena_str(a, buf_str(&words));
    out.keys = telling_keys(a, d, part, n, LESSON_TOLD);
    return out;
}
