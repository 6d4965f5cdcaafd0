#include "CPicture.h"

#include <chafa.h>
#include <dlfcn.h>
#include <gdk-pixbuf/gdk-pixbuf.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

// The child process that needs the libraries opens them. Weir does not open them at the start: see
// CCurl's Functions.h.
#define DECODER_FUNCTIONS(EACH)                \
  EACH(g_signal_connect_data)                  \
  EACH(gdk_pixbuf_apply_embedded_orientation)  \
  EACH(gdk_pixbuf_get_has_alpha)               \
  EACH(gdk_pixbuf_get_height)                  \
  EACH(gdk_pixbuf_get_rowstride)               \
  EACH(gdk_pixbuf_get_width)                   \
  EACH(gdk_pixbuf_loader_close)                \
  EACH(gdk_pixbuf_loader_get_pixbuf)           \
  EACH(gdk_pixbuf_loader_new_with_type)        \
  EACH(gdk_pixbuf_loader_set_size)             \
  EACH(gdk_pixbuf_loader_write)                \
  EACH(gdk_pixbuf_read_pixels)

#define DRAWER_FUNCTIONS(EACH)                 \
  EACH(chafa_calc_canvas_geometry)             \
  EACH(chafa_canvas_config_new)                \
  EACH(chafa_canvas_config_set_canvas_mode)    \
  EACH(chafa_canvas_config_set_geometry)       \
  EACH(chafa_canvas_config_set_symbol_map)     \
  EACH(chafa_canvas_draw_all_pixels)           \
  EACH(chafa_canvas_get_char_at)               \
  EACH(chafa_canvas_get_colors_at)             \
  EACH(chafa_canvas_new)                       \
  EACH(chafa_set_n_threads)                    \
  EACH(chafa_symbol_map_add_by_tags)           \
  EACH(chafa_symbol_map_new)

static struct {
#define CPICTURE_MEMBER(name) __typeof__(&name) name;
  DECODER_FUNCTIONS(CPICTURE_MEMBER)
  DRAWER_FUNCTIONS(CPICTURE_MEMBER)
#undef CPICTURE_MEMBER
} lib;

static const char decoder_name[] = "libgdk_pixbuf-2.0.so.0";
static const char drawer_name[] = "libchafa.so.0";

// A library's dependencies are searched too: GObject's functions come with the decoder.
#define CPICTURE_FIND(name) \
  if (!(lib.name = (__typeof__(lib.name))dlsym(library, #name))) return 0;

static int open_decoder(void) {
  void *library = dlopen(decoder_name, RTLD_NOW | RTLD_LOCAL);
  if (!library) return 0;
  DECODER_FUNCTIONS(CPICTURE_FIND)
  return 1;
}

static int open_drawer(void) {
  void *library = dlopen(drawer_name, RTLD_NOW | RTLD_LOCAL);
  if (!library) return 0;
  DRAWER_FUNCTIONS(CPICTURE_FIND)
  return 1;
}

const char *cpicture_decoder(void) { return open_decoder() ? decoder_name : NULL; }
const char *cpicture_drawer(void) { return open_drawer() ? drawer_name : NULL; }

static void limit(int what, rlim_t most) {
  struct rlimit bound = {.rlim_cur = most, .rlim_max = most};
  setrlimit(what, &bound);
}

static void print(uint32_t number) {
  for (int byte = 0; byte < 4; byte++) putchar((int)(number >> (8 * byte) & 0xFF));
}

struct size {
  long most;
  int width, height, is_too_large;
};

// Runs before a pixel is decoded, which is the only time to refuse a decompression bomb.
static void prepare(GdkPixbufLoader *loader, int width, int height, gpointer data) {
  struct size *size = data;
  size->width = width;
  size->height = height;
  if (width <= 0 || height <= 0 || (long)width * height <= size->most) return;
  size->is_too_large = 1;
  // Some loaders continue with the data that they already have.
  lib.gdk_pixbuf_loader_set_size(loader, 1, 1);
}

/// Returns the picture on standard input, or null with the reason in `size`.
static GdkPixbuf *decode(GdkPixbufLoader *loader, struct size *size) {
  lib.g_signal_connect_data(loader, "size-prepared", G_CALLBACK(prepare), size, NULL, 0);
  static guchar buffer[1 << 16];
  size_t count;
  while ((count = fread(buffer, 1, sizeof buffer, stdin)) > 0) {
    if (!lib.gdk_pixbuf_loader_write(loader, buffer, count, NULL)) return NULL;
    if (size->is_too_large) return NULL;
  }
  if (!lib.gdk_pixbuf_loader_close(loader, NULL) || size->is_too_large) return NULL;
  GdkPixbuf *raw = lib.gdk_pixbuf_loader_get_pixbuf(loader);
  return raw ? lib.gdk_pixbuf_apply_embedded_orientation(raw) : NULL;
}

static ChafaCanvas *draw(GdkPixbuf *picture, int *columns, int *rows, int colours) {
  static const ChafaCanvasMode modes[] = {
      CHAFA_CANVAS_MODE_FGBG, CHAFA_CANVAS_MODE_INDEXED_8, CHAFA_CANVAS_MODE_INDEXED_16,
      CHAFA_CANVAS_MODE_INDEXED_240, CHAFA_CANVAS_MODE_TRUECOLOR};
  int width = lib.gdk_pixbuf_get_width(picture), height = lib.gdk_pixbuf_get_height(picture);
  // A cell is about twice as high as it is wide.
  lib.chafa_calc_canvas_geometry(width, height, columns, rows, 0.5f, FALSE, FALSE);
  if (*columns < 1) *columns = 1;
  if (*rows < 1) *rows = 1;
  lib.chafa_set_n_threads(1);
  ChafaSymbolMap *symbols = lib.chafa_symbol_map_new();
  lib.chafa_symbol_map_add_by_tags(
      symbols, CHAFA_SYMBOL_TAG_SPACE | CHAFA_SYMBOL_TAG_SOLID | CHAFA_SYMBOL_TAG_BLOCK |
                   CHAFA_SYMBOL_TAG_QUAD | CHAFA_SYMBOL_TAG_HALF |
                   (colours == CPICTURE_NO_COLOURS ? CHAFA_SYMBOL_TAG_STIPPLE : 0));
  ChafaCanvasConfig *config = lib.chafa_canvas_config_new();
  lib.chafa_canvas_config_set_geometry(config, *columns, *rows);
  lib.chafa_canvas_config_set_canvas_mode(config, modes[colours]);
  lib.chafa_canvas_config_set_symbol_map(config, symbols);
  ChafaCanvas *canvas = lib.chafa_canvas_new(config);
  lib.chafa_canvas_draw_all_pixels(
      canvas,
      lib.gdk_pixbuf_get_has_alpha(picture) ? CHAFA_PIXEL_RGBA8_UNASSOCIATED : CHAFA_PIXEL_RGB8,
      lib.gdk_pixbuf_read_pixels(picture), width, height, lib.gdk_pixbuf_get_rowstride(picture));
  return canvas;
}

int cpicture_run(const struct cpicture_order *order) {
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_AS, order->memory);
  limit(RLIMIT_CPU, order->seconds);
  if (!open_decoder() || !open_drawer()) return CPICTURE_NO_LIBRARY;
  GdkPixbufLoader *loader = lib.gdk_pixbuf_loader_new_with_type(order->format, NULL);
  if (!loader) return CPICTURE_NO_LOADER;
  // Standard input, output and error are already open; a loader must not open other files for any
  // picture.
  limit(RLIMIT_NOFILE, 3);
  limit(RLIMIT_FSIZE, 0);
  struct size size = {.most = order->pixels};
  GdkPixbuf *picture = decode(loader, &size);
  if (size.is_too_large) {
    print((uint32_t)size.width);
    print((uint32_t)size.height);
    fflush(stdout);
    return CPICTURE_TOO_LARGE;
  }
  if (!picture) return CPICTURE_DAMAGED;
  int columns = order->columns, rows = order->rows;
  ChafaCanvas *canvas = draw(picture, &columns, &rows, order->colours);
  print((uint32_t)lib.gdk_pixbuf_get_width(picture));
  print((uint32_t)lib.gdk_pixbuf_get_height(picture));
  print((uint32_t)columns);
  print((uint32_t)rows);
  for (int y = 0; y < rows; y++) {
    for (int x = 0; x < columns; x++) {
      gint foreground = -1, background = -1;
      lib.chafa_canvas_get_colors_at(canvas, x, y, &foreground, &background);
      print(lib.chafa_canvas_get_char_at(canvas, x, y));
      print((uint32_t)foreground);
      print((uint32_t)background);
    }
  }
  fflush(stdout);
  return CPICTURE_DONE;
}
