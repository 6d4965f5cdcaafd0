#include "CJSONScan.h"
#include <string.h>

static int hex(uint8_t byte) {
  if (byte >= '0' && byte <= '9') return byte - '0';
  byte |= 0x20;
  return byte >= 'a' && byte <= 'f' ? byte - 'a' + 10 : -1;
}

/* Returns the value of the four digits after \u, or -1 if they are invalid. */
static int32_t unit(const uint8_t *raw, size_t n) {
  if (n < 6) return -1;
  int32_t value = 0;
  for (int i = 2; i < 6; i++) {
    int digit = hex(raw[i]);
    if (digit < 0) return -1;
    value = value << 4 | digit;
  }
  return value;
}

static size_t put(uint8_t *out, uint32_t scalar) {
  if (scalar < 0x80) { out[0] = (uint8_t)scalar; return 1; }
  if (scalar < 0x800) {
    out[0] = (uint8_t)(0xC0 | scalar >> 6);
    out[1] = (uint8_t)(0x80 | (scalar & 0x3F));
    return 2;
  }
  if (scalar < 0x10000) {
    out[0] = (uint8_t)(0xE0 | scalar >> 12);
    out[1] = (uint8_t)(0x80 | (scalar >> 6 & 0x3F));
    out[2] = (uint8_t)(0x80 | (scalar & 0x3F));
    return 3;
  }
  out[0] = (uint8_t)(0xF0 | scalar >> 18);
  out[1] = (uint8_t)(0x80 | (scalar >> 12 & 0x3F));
  out[2] = (uint8_t)(0x80 | (scalar >> 6 & 0x3F));
  out[3] = (uint8_t)(0x80 | (scalar & 0x3F));
  return 4;
}

/* Decodes one escape and returns the number of raw bytes used. An invalid escape becomes U+FFFD. */
static size_t escape(const uint8_t *raw, size_t n, uint8_t *out, size_t *length) {
  if (n < 2) { *length = put(out, 0xFFFD); return 1; }
  if (raw[1] != 'u') {
    static const uint8_t meant[256] = {['b'] = '\b', ['f'] = '\f', ['n'] = '\n', ['r'] = '\r', ['t'] = '\t'};
    out[0] = meant[raw[1]] ? meant[raw[1]] : raw[1];
    *length = 1;
    return 2;
  }
  int32_t high = unit(raw, n);
  if (high < 0) { *length = put(out, 0xFFFD); return 2; }
  if (high >= 0xD800 && high < 0xDC00 && n >= 12 && raw[6] == '\\' && raw[7] == 'u') {
    int32_t low = unit(raw + 6, n - 6);
    if (low >= 0xDC00 && low < 0xE000) {
      *length = put(out, 0x10000 + ((uint32_t)(high - 0xD800) << 10) + (uint32_t)(low - 0xDC00));
      return 12;
    }
  }
  *length = put(out, high >= 0xD800 && high < 0xE000 ? 0xFFFD : (uint32_t)high);
  return 6;
}

size_t cjs_decode(const uint8_t *raw, size_t n, size_t least, uint8_t *out, size_t *length) {
  size_t at = 0, done = 0;
  if (least > n) least = n;
  while (at < least) {
    if (raw[at] != '\\') {
      const uint8_t *slash = memchr(raw + at, '\\', least - at);
      size_t end = slash ? (size_t)(slash - raw) : least;
      /* Continues to the end of a character. */
      for (int i = 0; i < 3 && end == least && end < n && (raw[end] & 0xC0) == 0x80; i++) least = ++end;
      memcpy(out + done, raw + at, end - at);
      done += end - at;
      at = end;
      continue;
    }
    size_t count;
    at += escape(raw + at, n - at, out + done, &count);
    done += count;
  }
  *length = done;
  return at;
}

size_t cjs_raw_offset(const uint8_t *raw, size_t n, size_t offset) {
  size_t at = 0, done = 0;
  while (at < n && done < offset) {
    if (raw[at] != '\\') { at++; done++; continue; }
    uint8_t out[4];
    size_t count;
    size_t taken = escape(raw + at, n - at, out, &count);
    if (done + count > offset) break;
    at += taken;
    done += count;
  }
  return at;
}
