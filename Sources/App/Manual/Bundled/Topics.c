#include "CManual.h"

// `#embed` is C23; the compiler has it in older modes too, with a warning.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t catalogs[] = {
#embed "../catalogs.md"
};
static const uint8_t responses[] = {
#embed "../responses.md"
};
static const uint8_t filters[] = {
#embed "../filters.md"
};

#define TOPIC(name, bytes) {name, bytes, sizeof bytes}

static const cmanual_topic topics[] = {
    TOPIC("catalogs", catalogs),
    TOPIC("responses", responses),
    TOPIC("filters", filters),
};

size_t cmanual_count(void) { return sizeof topics / sizeof *topics; }

cmanual_topic cmanual_at(size_t index) { return topics[index]; }
