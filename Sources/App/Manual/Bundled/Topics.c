#include "CManual.h"

// `#embed` is C23. The compiler also accepts it in older modes, with a warning.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t getting_started[] = {
#embed "../getting-started.md"
};
static const uint8_t interface[] = {
#embed "../interface.md"
};
static const uint8_t requests[] = {
#embed "../requests.md"
};
static const uint8_t environments[] = {
#embed "../environments.md"
};
static const uint8_t secrets[] = {
#embed "../secrets.md"
};
static const uint8_t queue[] = {
#embed "../queue.md"
};
static const uint8_t graphs[] = {
#embed "../graphs.md"
};
static const uint8_t batches[] = {
#embed "../batches.md"
};
static const uint8_t gateways[] = {
#embed "../gateways.md"
};
static const uint8_t cache[] = {
#embed "../cache.md"
};
static const uint8_t catalogs[] = {
#embed "../catalogs.md"
};
static const uint8_t forms[] = {
#embed "../forms.md"
};
static const uint8_t remote_jobs[] = {
#embed "../remote-jobs.md"
};
static const uint8_t messages[] = {
#embed "../messages.md"
};
static const uint8_t responses[] = {
#embed "../responses.md"
};
static const uint8_t filters[] = {
#embed "../filters.md"
};
static const uint8_t history[] = {
#embed "../history.md"
};
static const uint8_t compare[] = {
#embed "../compare.md"
};
static const uint8_t assertions[] = {
#embed "../assertions.md"
};
static const uint8_t import[] = {
#embed "../import.md"
};
static const uint8_t keys[] = {
#embed "../keys.md"
};
static const uint8_t themes[] = {
#embed "../themes.md"
};
static const uint8_t settings[] = {
#embed "../settings.md"
};
static const uint8_t files[] = {
#embed "../files.md"
};
static const uint8_t json_output[] = {
#embed "../json-output.md"
};
static const uint8_t exit_codes[] = {
#embed "../exit-codes.md"
};
static const uint8_t shared_values[] = {
#embed "../shared-values.md"
};
static const uint8_t store[] = {
#embed "../store.md"
};
static const uint8_t library[] = {
#embed "../library.md"
};
static const uint8_t troubleshooting[] = {
#embed "../troubleshooting.md"
};
static const uint8_t glossary[] = {
#embed "../glossary.md"
};

#define TOPIC(name, bytes) {name, bytes, sizeof bytes}

static const cmanual_topic topics[] = {
    TOPIC("getting-started", getting_started),
    TOPIC("interface", interface),
    TOPIC("requests", requests),
    TOPIC("environments", environments),
    TOPIC("secrets", secrets),
    TOPIC("queue", queue),
    TOPIC("graphs", graphs),
    TOPIC("batches", batches),
    TOPIC("gateways", gateways),
    TOPIC("cache", cache),
    TOPIC("catalogs", catalogs),
    TOPIC("forms", forms),
    TOPIC("remote-jobs", remote_jobs),
    TOPIC("messages", messages),
    TOPIC("responses", responses),
    TOPIC("filters", filters),
    TOPIC("history", history),
    TOPIC("compare", compare),
    TOPIC("assertions", assertions),
    TOPIC("import", import),
    TOPIC("keys", keys),
    TOPIC("themes", themes),
    TOPIC("settings", settings),
    TOPIC("files", files),
    TOPIC("json-output", json_output),
    TOPIC("exit-codes", exit_codes),
    TOPIC("shared-values", shared_values),
    TOPIC("store", store),
    TOPIC("library", library),
    TOPIC("troubleshooting", troubleshooting),
    TOPIC("glossary", glossary),
};

size_t cmanual_count(void) { return sizeof topics / sizeof *topics; }

cmanual_topic cmanual_at(size_t index) { return topics[index]; }
