/* HTML's rules of tree construction as far as they ask what is open. See stack.h.
 *
 * Each level knows what is open around its content: flags that come from the level above, set by some elements and cleared by those that
 * bound a scope. So no rule has to look further up. */
#include "show/stack.h"

#include "base/limits.h"

enum inside {
    IN_P = 1 << 0,    /* a p that the start of a block would end */
    IN_A = 1 << 1,    /* a link that another link would end */
    IN_NOBR = 1 << 2, /* and so on */
    IN_BUTTON = 1 << 3,
    IN_FORM = 1 << 4,
    IN_LI = 1 << 5,
    IN_DD = 1 << 6, /* a dt or dd */
    IN_RUBY = 1 << 7,
    IN_SELECT = 1 << 8,
    IN_TEXT = 1 << 9, /* an element of SVG or MathML whose children would be HTML */
    IN_SCOPE = IN_P | IN_NOBR | IN_BUTTON | IN_RUBY | IN_SELECT,
};

/* Chromium ends at 512 open elements, so does the reader of pages; marks and what stands in them need some. */
enum { DEPTH_MAX = LIMIT_DEPTH - 32 };

/* What the start tag of an element asks. */
enum rule {
    RULE_NONE,
    RULE_BLOCK = 1 << 0,   /* ends an open p */
    RULE_HEADING = 1 << 1, /* ends a heading that it stands in directly */
    RULE_SPECIAL = 1 << 2, /* li, dt and dd look no further up than to it */
    RULE_BOUND = 1 << 3,   /* bounds a scope */
    RULE_MARKER = 1 << 4,  /* bounds the list of open formatting */
    RULE_PART = 1 << 5,    /* of a table: has one place alone */
    RULE_RUBY = 1 << 6,    /* ends what stands in a ruby */
    RULE_NEVER = 1 << 7,   /* written by others than a page's body, or not at all */
};

#define B RULE_BLOCK | RULE_SPECIAL

static const uint8_t rule_row[TAG_KNOWN] = {
    [TAG_ADDRESS] = RULE_BLOCK, /* not special to li, dt and dd; nor are div and p */
    [TAG_DIV] = RULE_BLOCK,
    [TAG_P] = RULE_BLOCK,
    [TAG_DIALOG] = RULE_BLOCK,
    [TAG_SEARCH] = RULE_BLOCK, /* special by the newer rules alone */
    [TAG_ARTICLE] = B,
    [TAG_ASIDE] = B,
    [TAG_BLOCKQUOTE] = B,
    [TAG_CENTER] = B,
    [TAG_DETAILS] = B,
    [TAG_DIR] = B,
    [TAG_DL] = B,
    [TAG_FIELDSET] = B,
    [TAG_FIGCAPTION] = B,
    [TAG_FIGURE] = B,
    [TAG_FOOTER] = B,
    [TAG_HEADER] = B,
    [TAG_HGROUP] = B,
    [TAG_HR] = B,
    [TAG_MAIN] = B,
    [TAG_MENU] = B,
    [TAG_NAV] = B,
    [TAG_OL] = B,
    [TAG_PRE] = B,
    [TAG_SECTION] = B,
    [TAG_SUMMARY] = B,
    [TAG_UL] = B,
    [TAG_FORM] = B,
    [TAG_LI] = B,
    [TAG_DD] = B,
    [TAG_DT] = B,
    [TAG_H1] = B | RULE_HEADING,
    [TAG_H2] = B | RULE_HEADING,
    [TAG_H3] = B | RULE_HEADING,
    [TAG_H4] = B | RULE_HEADING,
    [TAG_H5] = B | RULE_HEADING,
    [TAG_H6] = B | RULE_HEADING,
    [TAG_BUTTON] = RULE_SPECIAL,
    [TAG_SELECT] = RULE_SPECIAL,
    [TAG_MARQUEE] = RULE_SPECIAL | RULE_BOUND | RULE_MARKER,
    [TAG_TABLE] = RULE_SPECIAL | RULE_BOUND,
    [TAG_CAPTION] = RULE_SPECIAL | RULE_BOUND | RULE_MARKER | RULE_PART,
    [TAG_TD] = RULE_SPECIAL | RULE_BOUND | RULE_MARKER | RULE_PART,
    [TAG_TH] = RULE_SPECIAL | RULE_BOUND | RULE_MARKER | RULE_PART,
    [TAG_TR] = RULE_SPECIAL | RULE_PART,
    [TAG_TBODY] = RULE_SPECIAL | RULE_PART,
    [TAG_THEAD] = RULE_SPECIAL | RULE_PART,
    [TAG_TFOOT] = RULE_SPECIAL | RULE_PART,
    [TAG_COLGROUP] = RULE_SPECIAL | RULE_PART,
    [TAG_COL] = RULE_PART,
    [TAG_RB] = RULE_RUBY,
    [TAG_RT] = RULE_RUBY,
    [TAG_RTC] = RULE_RUBY,
    [TAG_RP] = RULE_RUBY,
    [TAG_BODY] = RULE_NEVER,
    [TAG_HTML] = RULE_NEVER,
    [TAG_HEAD] = RULE_NEVER,
    [TAG_FRAMESET] = RULE_NEVER,
    [TAG_FRAME] = RULE_NEVER,
};

static unsigned rule_of(uint32_t tag)
{
    return tag < TAG_KNOWN ? rule_row[tag] : RULE_NONE;
}

static const struct level *top_of(const struct stack *s)
{
    static const struct level none = { .tag = TAG_NONE };

    return s->level.n ? &s->level.item[s->level.n - 1] : &none;
}

/* tbody, thead, tfoot */
static bool is_rows(uint32_t tag)
{
    return tag == TAG_TBODY || tag == TAG_THEAD || tag == TAG_TFOOT;
}

/* Elements that take parts of a table and nothing else. */
static bool takes_parts(const struct level *top)
{
    return top->space == SPACE_HTML
           && (top->tag == TAG_TABLE || is_rows(top->tag) || top->tag == TAG_TR || top->tag == TAG_COLGROUP);
}

/* Whether a part of a table is right in an element. */
static bool is_part_of(uint32_t tag, uint32_t parent)
{
    if (tag == TAG_TD || tag == TAG_TH)
        return parent == TAG_TR;
    if (tag == TAG_TR)
        return is_rows(parent);
    return tag == TAG_COL ? parent == TAG_COLGROUP : parent == TAG_TABLE && rule_of(tag) & RULE_PART;
}

static bool takes_foreign(const struct level *top, uint32_t tag, enum node_space space)
{
    bool root = space == SPACE_SVG ? tag == TAG_SVG : tag == TAG_MATH;

    if (top->space != SPACE_HTML)
        return top->space == space && !(top->inside & IN_TEXT);
    return root && !takes_parts(top);
}

/* Elements that may not stand in their like. */
static unsigned own_flag(uint32_t tag)
{
    switch (tag) {
    case TAG_P:
        return IN_P;
    case TAG_A:
        return IN_A;
    case TAG_NOBR:
        return IN_NOBR;
    case TAG_BUTTON:
        return IN_BUTTON;
    case TAG_FORM:
        return IN_FORM;
    case TAG_LI:
        return IN_LI;
    case TAG_DD:
    case TAG_DT:
        return IN_DD;
    case TAG_RUBY:
        return IN_RUBY;
    case TAG_SELECT:
        return IN_SELECT;
    default:
        return 0;
    }
}

/* Elements whose end tags may be left out: they end before a part of a ruby, and in a select before an option. */
static bool ends_by_itself(uint32_t tag)
{
    return rule_of(tag) & RULE_RUBY || tag == TAG_OPTION || tag == TAG_OPTGROUP || tag == TAG_LI || tag == TAG_DD || tag == TAG_DT
           || tag == TAG_P;
}

/* An input ends a select; options and rules in it end what stands before them. */
static bool select_takes(const struct level *top, uint32_t tag)
{
    if (tag == TAG_SELECT || tag == TAG_INPUT)
        return false;
    if (tag == TAG_OPTION && top->tag == TAG_OPTGROUP)
        return true;
    return (tag != TAG_OPTION && tag != TAG_OPTGROUP && tag != TAG_HR) || !ends_by_itself(top->tag);
}

static bool is_ended(const struct stack *s, const struct level *top, uint32_t tag)
{
    unsigned rule = rule_of(tag), same = tag == TAG_RUBY || tag == TAG_P ? 0 : own_flag(tag);

    if (tag == TAG_TABLE)
        return top->inside & IN_P && !s->quirks;
    if ((rule & RULE_BLOCK && top->inside & IN_P) || top->inside & same)
        return true;
    if (rule & RULE_HEADING && rule_of(top->tag) & RULE_HEADING)
        return true;
    if (rule & RULE_RUBY)
        return top->inside & IN_RUBY && ends_by_itself(top->tag);
    return (tag == TAG_OPTION || tag == TAG_OPTGROUP) && top->tag == TAG_OPTION;
}

bool stack_takes(const struct stack *s, uint32_t tag, enum node_space space)
{
    const struct level *top = top_of(s);
    unsigned rule = space == SPACE_HTML ? rule_of(tag) : RULE_NONE;

    if (s->level.n >= DEPTH_MAX)
        return false;
    if (space != SPACE_HTML)
        return takes_foreign(top, tag, space);
    if (top->space != SPACE_HTML || rule & RULE_NEVER)
        return !s->level.n && tag == TAG_BODY;
    if (top->inside & IN_SELECT && !select_takes(top, tag))
        return false;
    if (rule & RULE_PART || takes_parts(top))
        return is_part_of(tag, top->tag) || (tag == TAG_STYLE && takes_parts(top) && top->tag != TAG_COLGROUP);
    return !is_ended(s, top, tag);
}

/* The elements in which HTML begins again, or may: they hold text alone. */
static bool is_integration_point(struct str name, enum node_space space)
{
    static const struct str svg[] = { STR_INIT("title"), STR_INIT("desc"), STR_INIT("foreignObject"), STR_INIT("style"),
                                      STR_INIT("metadata") };
    static const struct str math[] = { STR_INIT("mi"), STR_INIT("mo"),    STR_INIT("mn"),
                                       STR_INIT("ms"), STR_INIT("mtext"), STR_INIT("annotation-xml") };
    const struct str *names = space == SPACE_SVG ? svg : math;

    for (size_t k = 0; k < (space == SPACE_SVG ? ARRAY_LEN(svg) : ARRAY_LEN(math)); k++)
        if (str_eq(name, names[k]))
            return true;
    return false;
}

static unsigned inside_of(const struct level *top, struct str name, uint32_t tag, enum node_space space)
{
    unsigned inside = top->inside, rule = rule_of(tag);

    if (space != SPACE_HTML)
        return inside | (is_integration_point(name, space) ? IN_TEXT : 0);
    if (rule & RULE_BOUND)
        inside &= ~(unsigned)IN_SCOPE;
    if (rule & RULE_MARKER)
        inside &= ~(unsigned)IN_A;
    if (rule & RULE_SPECIAL)
        inside &= ~(unsigned)(IN_LI | IN_DD);
    if (tag == TAG_BUTTON)
        inside &= ~(unsigned)IN_P;
    return inside | own_flag(tag);
}

void stack_push(struct stack *s, struct str name, uint32_t tag, enum node_space space)
{
    unsigned inside = inside_of(top_of(s), name, tag, space);

    *VEC_ADD(s->arena, &s->level) = (struct level){ name, tag, (uint16_t)inside, (uint8_t)space, false };
}

struct level stack_pop(struct stack *s)
{
    return s->level.item[--s->level.n];
}

uint32_t stack_missing(const struct stack *s, uint32_t tag)
{
    const struct level *top = top_of(s);

    if (!takes_parts(top) || is_part_of(tag, top->tag) || tag == TAG_STYLE || top->tag == TAG_COLGROUP)
        return TAG_NONE;
    if (top->tag == TAG_TABLE)
        return tag == TAG_COL ? TAG_COLGROUP : TAG_TBODY;
    return top->tag == TAG_TR ? TAG_TD : TAG_TR;
}

bool stack_is_over(const struct stack *s, uint32_t tag)
{
    const struct level *top = top_of(s);
    bool part = rule_of(tag) & RULE_PART, cell = tag == TAG_TD || tag == TAG_TH;

    if (!top->implied)
        return false;
    switch (top->tag) {
    case TAG_TD:
        return part;
    case TAG_TR:
        return part && !cell;
    case TAG_TBODY:
        return part && !cell && tag != TAG_TR;
    default:
        return tag != TAG_COL;
    }
}

bool stack_is_table(const struct stack *s)
{
    return takes_parts(top_of(s));
}
