#ifndef CCRYPTO_H
#define CCRYPTO_H

// Digests, keyed hashes, derived keys, sealing, random bytes and checksums with libcrypto, and gzip
// with zlib. The headers of OpenSSL are not included here, so that no Swift target depends on them.
// Functions that return int return 1 for success and 0 for failure.

#include <stddef.h>
#include <stdint.h>

#define CCRYPTO_SHA256_BYTES 32
#define CCRYPTO_KEY_BYTES 32
#define CCRYPTO_NONCE_BYTES 12
#define CCRYPTO_TAG_BYTES 16
/// The size of a pin in bytes: "sha256//", 44 characters of Base64, and a NUL.
#define CCRYPTO_PIN_BYTES 53

/// Computes the SHA-256 of some bytes.
int ccrypto_sha256(const void *_Nullable bytes, size_t count, uint8_t *_Nonnull digest);

/// A SHA-256 that is computed incrementally. One thread at a time may use it.
typedef struct ccrypto_sha256_state ccrypto_sha256_state;
/// Returns a new state, or null if libcrypto is missing or memory is exhausted.
ccrypto_sha256_state *_Nullable ccrypto_sha256_new(void);
int ccrypto_sha256_update(
    ccrypto_sha256_state *_Nonnull state, const void *_Nullable bytes, size_t count);
/// Writes the digest, 32 bytes. The state must not be updated afterwards, but must still be freed.
int ccrypto_sha256_final(ccrypto_sha256_state *_Nonnull state, uint8_t *_Nonnull digest);
void ccrypto_sha256_free(ccrypto_sha256_state *_Nullable state);

/// Writes the HMAC with SHA-256 (RFC 2104), 32 bytes.
int ccrypto_hmac_sha256(
    const void *_Nonnull key, size_t key_count, const void *_Nullable bytes, size_t count,
    uint8_t *_Nonnull hash);

/// Derives a key from `key` for one purpose, by HKDF with SHA-256 and no salt (RFC 5869). The
/// derived key and its use reveal nothing about `key` or about the keys for other purposes.
int ccrypto_derive_key(
    const uint8_t *_Nonnull key, size_t key_count, const void *_Nonnull purpose, size_t purpose_count,
    uint8_t *_Nonnull derived, size_t derived_count);

/// Seals with AES-256-GCM. `sealed` needs count + 16 bytes; the last 16 bytes are the tag. A nonce
/// must never be used twice with one key. `label` is authenticated, but not encrypted.
int ccrypto_seal(
    const uint8_t *_Nonnull key, const uint8_t *_Nonnull nonce, const void *_Nullable label,
    size_t label_count, const void *_Nullable plain, size_t count, uint8_t *_Nonnull sealed);

/// Decrypts bytes that ccrypto_seal wrote. `plain` needs count - 16 bytes. Returns 0 and zeroes
/// `plain` if the key, the nonce, the label or any bit differs.
int ccrypto_open(
    const uint8_t *_Nonnull key, const uint8_t *_Nonnull nonce, const void *_Nullable label,
    size_t label_count, const uint8_t *_Nonnull sealed, size_t count, uint8_t *_Nonnull plain);

/// Fills the memory with random bytes from the kernel.
int ccrypto_random(void *_Nonnull bytes, size_t count);

/// Writes the pin of a public key: "sha256//" and the Base64 encoding of the SHA-256 of its
/// SubjectPublicKeyInfo (RFC 7469, section 2.4). The bytes are a certificate or a public key, in
/// DER or PEM. If PEM text contains several objects, the first certificate is used. `pin` needs 53
/// bytes.
int ccrypto_public_key_pin(const void *_Nonnull bytes, size_t count, char *_Nonnull pin);

/// Returns the maximum size of the gzip output for an input of this size.
size_t ccrypto_gzip_most(size_t count);
/// Compresses to the gzip format (RFC 1952). The output contains no name or time, so equal input
/// results in equal output. `packed` needs ccrypto_gzip_most(count) bytes. Returns the size of the
/// output, or 0 on failure.
size_t ccrypto_gzip(const void *_Nullable plain, size_t count, uint8_t *_Nonnull packed);
/// Decompresses `packed`, which must be one gzip member with a content of exactly `size` bytes.
int ccrypto_gunzip(
    const uint8_t *_Nonnull packed, size_t count, uint8_t *_Nonnull plain, size_t size);

/// Computes the CRC-32C (Castagnoli) of some bytes, continued from `crc`, which is initially 0. The
/// checksum detects single flipped bits and bursts of up to 32 bits. It does not protect against
/// deliberate changes.
uint32_t ccrypto_crc32c(uint32_t crc, const void *_Nullable bytes, size_t count);

#endif
