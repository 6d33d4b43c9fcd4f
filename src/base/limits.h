/* Every size, depth and count that comes from outside has its limit here, with the reason. */
#ifndef BASE_LIMITS_H
#define BASE_LIMITS_H

#include <stddef.h>
#include <stdint.h>

#define KIB(n) ((size_t)(n) << 10)
#define MIB(n) ((size_t)(n) << 20)

/* One page. The largest page of the HTTP Archive's top sites is about 20 MB of HTML; 128 MB leaves room for generated reports. */
#define LIMIT_PAGE_BYTES MIB(128)
/* Memory of one comparison: at 12 bytes a byte for each of two pages of the largest size, and the output. */
#define LIMIT_JOB_MEMORY MIB(8192)
/* Memory of the analysis of one check, in a run that has one on each processor: two pages of 8 MB with some versions before them. What
 * needs more is kept and told by its bytes alone. */
#define LIMIT_CHECK_MEMORY MIB(1024)
/* Nodes of one page: node numbers are 32 bits, and the pages that have more are attacks or dumps. */
#define LIMIT_NODES 16000000u
/* Depth of elements. The deepest real page of the corpus has 28; browsers stop at 512 too. */
#define LIMIT_DEPTH 512u
/* Attributes of one element; HTML5 parsers compare each new one with all before, so the cost is quadratic. */
#define LIMIT_ATTRIBUTES 256u
/* Formatting elements open at once: the adoption agency runs through them for each end tag. */
#define LIMIT_FORMATTING 64u
/* Memory of lexbor's tree: LIMIT_NODES elements of about 200 bytes, with room for attributes. */
#define LIMIT_PARSER_MEMORY MIB(4096)
/* Names of elements and attributes that HTML does not have. Real pages invent some hundreds. */
#define LIMIT_NAMES 250000u
/* A stack of open elements that is cheap to walk for every tag; the deepest real page of the corpus has 28. */
#define LIMIT_CHEAP_DEPTH 64u
/* Open elements summed over all tags that are deeper than that: walking this many takes about two seconds. */
#define LIMIT_STEPS (UINT64_C(1) << 29)
/* Formatting elements, and their attributes, opened again in later blocks because their end tags are missing. */
#define LIMIT_CLONES 1000000u
/* What the detector looks at, from the first byte beyond ASCII on. */
#define LIMIT_SNIFF_BYTES MIB(1)
/* Blocks of one Vi-XML document; the page of the corpus with the most has some hundreds. */
#define LIMIT_BLOCKS 1000000u
/* Blocks in each other: libxml2 reads documents of depth 256, and Vi-XML has some levels besides. */
#define LIMIT_BLOCK_DEPTH 200u
/* The text of one block, in bytes, and any other attribute of Vi-XML: libxml2 reads none above ten million. */
#define LIMIT_BLOCK_TEXT MIB(8)
/* A CSS selector or an XPath, as people write them. */
#define LIMIT_EXPRESSION_BYTES KIB(4)
/* Sets of nodes while a selector is matched, or libxml2's names while an XPath is: some bytes for each of LIMIT_NODES. */
#define LIMIT_SELECT_MEMORY MIB(1024)
/* Steps of one XPath on one tree, as libxml2 counts them: about ten seconds. */
#define LIMIT_XPATH_STEPS 100000000ul
/* Nodes of a page that is cut into blocks: about 200 bytes each while it is done; the largest page of the HTTP Archive's top sites has
 * less than half a million. */
#define LIMIT_SEGMENT_NODES 4000000u
/* Changes that stand in the list beside a page: nobody reads more, and a browser lays out so many at once without a pause. */
#define LIMIT_LISTED 2000u
/* What one command writes. */
#define LIMIT_OUTPUT_BYTES MIB(2048)

#endif
