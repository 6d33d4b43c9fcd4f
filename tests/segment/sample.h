/* A small snapshot as Chromium writes it: <html><body><p class="a b">::before "café 😀..." <b>bold</b>, and a paragraph that is not
 * shown. */
#ifndef TESTS_SEGMENT_SAMPLE_H
#define TESTS_SEGMENT_SAMPLE_H

#define SNAPSHOT_SAMPLE \
    "{\"documents\":[{\"documentURL\":0,\"title\":-1,\"baseURL\":0,\"publicId\":-1,\"systemId\":-1,\"frameId\":3," \
    "\"nodes\":{\"parentIndex\":[-1,0,0,2,3,4,4,4,7],\"nodeType\":[9,10,1,1,1,1,3,1,3],\"shadowRootType\":{\"index\":[],\"value\":[]}," \
    "\"nodeName\":[1,2,3,4,5,6,7,8,7],\"nodeValue\":[-1,-1,-1,-1,-1,-1,9,-1,10],\"backendNodeId\":[1,2,3,4,5,6,7,8,9]," \
    "\"attributes\":[[],[],[],[],[11,12],[],[],[],[]],\"pseudoType\":{\"index\":[5],\"value\":[13]},\"isClickable\":{\"index\":[]}}," \
    "\"layout\":{\"nodeIndex\":[0,4,6,7],\"styles\":[[],[14,15,16,17,18,19,20,21,22,23,23,23,15,24],[14,15,16,17,18,19,20,21,22,23,23,23,15," \
    "24],[25,15,16,17,18,26,20,27,22,23,23,23,15,24]],\"bounds\":[[0,0,1366,800.25],[8,16.5,1350,18],[8,16.5,100.125,18],[108.125,16.5,30," \
    "18]],\"text\":[-1,-1,9,-1],\"stackingContexts\":{\"index\":[0]}},\"textBoxes\":{\"layoutIndex\":[2],\"bounds\":[[8,16,100,18]],\"start\":" \
    "[0],\"length\":[5]},\"scrollOffsetX\":0,\"contentWidth\":1366,\"contentHeight\":800.25},{\"documentURL\":1,\"nodes\":{}}]," \
    "\"strings\":[\"http://a.test/\",\"#document\",\"html\",\"HTML\",\"BODY\",\"P\",\"::before\",\"#text\",\"B\"," \
    "\"caf\\u00E9 \\uD83D\\uDE00\\n\\\"q\\\"\",\"bold\",\"class\",\"a b\",\"before\",\"block\",\"visible\",\"1\",\"static\",\"16px\",\"400\"," \
    "\"rgb(1, 2, 3)\",\"rgba(0, 0, 0, 0)\",\"none\",\"0px\",\"auto\",\"inline\",\"700\",\"rgb(255, 0, 128)\"]}"

#endif
