#include "CBundled.h"

// `#embed` is C23. Clang also supports it in older modes, with a warning.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t bookshop[] = {
#embed "bookshop.yaml"
};
static const uint8_t haven[] = {
#embed "haven.yaml"
};
static const uint8_t oxford_v1[] = {
#embed "oxford-v1.yaml"
};
static const uint8_t oxford_v2[] = {
#embed "oxford-v2.yaml"
};
static const uint8_t push[] = {
#embed "push.yaml"
};

#define DOCUMENT(name, bytes) {name, bytes, sizeof bytes}

static const cbundled_document documents[] = {
    DOCUMENT("bookshop", bookshop),
    DOCUMENT("haven", haven),
    DOCUMENT("oxford-v1", oxford_v1),
    DOCUMENT("oxford-v2", oxford_v2),
    DOCUMENT("push", push),
};

size_t cbundled_count(void) { return sizeof documents / sizeof *documents; }

cbundled_document cbundled_at(size_t index) { return documents[index]; }
