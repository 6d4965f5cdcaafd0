#include <string.h>

#include "CCrypto.h"

// CRC of each nibble with the polynomial 0x1EDC6F41, bits reversed. Source: RFC 3720, appendix B.4.

static uint32_t by_bits(uint32_t crc, const uint8_t *bytes, size_t count) {
  // Processes one nibble at a time, with a constant table. Used only on processors without the CRC
  // instruction.
  static const uint32_t table[16] = {
      0x00000000, 0x105EC76F, 0x20BD8EDE, 0x30E349B1, 0x417B1DBC, 0x5125DAD3,
      0x61C69362, 0x7198540D, 0x82F63B78, 0x92A8FC17, 0xA24BB5A6, 0xB21572C9,
      0xC38D26C4, 0xD3D3E1AB, 0xE330A81A, 0xF36E6F75};
  while (count--) {
    crc ^= *bytes++;
    crc = (crc >> 4) ^ table[crc & 15];
    crc = (crc >> 4) ^ table[crc & 15];
  }
  return crc;
}

#if defined(__x86_64__)
#include <nmmintrin.h>

__attribute__((target("sse4.2"))) static uint32_t by_instruction(
    uint32_t crc, const uint8_t *bytes, size_t count) {
  uint64_t wide = crc;
  for (; count >= 8; count -= 8, bytes += 8) {
    uint64_t word;
    memcpy(&word, bytes, 8);
    wide = _mm_crc32_u64(wide, word);
  }
  crc = (uint32_t)wide;
  while (count--) crc = _mm_crc32_u8(crc, *bytes++);
  return crc;
}

uint32_t ccrypto_crc32c(uint32_t crc, const void *bytes, size_t count) {
  if (__builtin_cpu_supports("sse4.2")) return ~by_instruction(~crc, bytes, count);
  return ~by_bits(~crc, bytes, count);
}
#else
uint32_t ccrypto_crc32c(uint32_t crc, const void *bytes, size_t count) {
  return ~by_bits(~crc, bytes, count);
}
#endif
