#ifndef CCRYPTO_H
#define CCRYPTO_H

// Digests, keyed hashes, derived keys, sealing, random bytes and checksums, over libcrypto; gzip, over
// zlib. OpenSSL's own headers stay hidden, so that no Swift target comes to depend on them. Every int is 1 for success, else 0.

#include <stddef.h>
#include <stdint.h>

#define CCRYPTO_SHA256_BYTES 32
#define CCRYPTO_KEY_BYTES 32
#define CCRYPTO_NONCE_BYTES 12
#define CCRYPTO_TAG_BYTES 16
/// "sha256//", 44 characters of base64, a NUL.
#define CCRYPTO_PIN_BYTES 53

/// SHA-256 of some bytes at once.
int ccrypto_sha256(const void *_Nullable bytes, size_t count, uint8_t *_Nonnull digest);

/// A SHA-256 that grows with its input. One thread at a time may use it.
typedef struct ccrypto_sha256_state ccrypto_sha256_state;
/// Nil when memory is short.
ccrypto_sha256_state *_Nullable ccrypto_sha256_new(void);
int ccrypto_sha256_update(
    ccrypto_sha256_state *_Nonnull state, const void *_Nullable bytes, size_t count);
/// Writes 32 bytes; the state takes no more input but must still be freed.
int ccrypto_sha256_final(ccrypto_sha256_state *_Nonnull state, uint8_t *_Nonnull digest);
void ccrypto_sha256_free(ccrypto_sha256_state *_Nullable state);

/// HMAC with SHA-256 (RFC 2104): writes 32 bytes.
int ccrypto_hmac_sha256(
    const void *_Nonnull key, size_t key_count, const void *_Nullable bytes, size_t count,
    uint8_t *_Nonnull hash);

/// Another key, made of `key` for one purpose, by HKDF with SHA-256 and no salt (RFC 5869): neither it nor
/// what is done with it says anything about `key`, or about the keys of other purposes.
int ccrypto_derive_key(
    const uint8_t *_Nonnull key, size_t key_count, const void *_Nonnull purpose, size_t purpose_count,
    uint8_t *_Nonnull derived, size_t derived_count);

/// Seals with AES-256-GCM: `sealed` takes count + 16 bytes, the tag last. A nonce must never be
/// used twice under one key. `label` is authenticated, not hidden.
int ccrypto_seal(
    const uint8_t *_Nonnull key, const uint8_t *_Nonnull nonce, const void *_Nullable label,
    size_t label_count, const void *_Nullable plain, size_t count, uint8_t *_Nonnull sealed);

/// Opens what ccrypto_seal made: `plain` takes count - 16 bytes. 0 when key, nonce, label or any
/// bit differ; `plain` is then zeroed.
int ccrypto_open(
    const uint8_t *_Nonnull key, const uint8_t *_Nonnull nonce, const void *_Nullable label,
    size_t label_count, const uint8_t *_Nonnull sealed, size_t count, uint8_t *_Nonnull plain);

/// Fills with random bytes from the kernel.
int ccrypto_random(void *_Nonnull bytes, size_t count);

/// The pin of a public key: "sha256//" and the base64 of the SHA-256 of its SubjectPublicKeyInfo (RFC 7469,
/// section 2.4). The bytes are a certificate or a public key, in DER or PEM; of several in PEM the first
/// certificate counts. `pin` takes 53 bytes.
int ccrypto_public_key_pin(const void *_Nonnull bytes, size_t count, char *_Nonnull pin);

/// The most bytes that gzip makes of so many.
size_t ccrypto_gzip_most(size_t count);
/// Packs into the form of gzip (RFC 1952), without a name or a time, so that equal bytes give equal
/// ones. `packed` takes ccrypto_gzip_most(count). Returns how many bytes it took; 0 is a failure.
size_t ccrypto_gzip(const void *_Nullable plain, size_t count, uint8_t *_Nonnull packed);
/// Unpacks one member of gzip that takes all of `packed` and gives exactly `size` bytes.
int ccrypto_gunzip(
    const uint8_t *_Nonnull packed, size_t count, uint8_t *_Nonnull plain, size_t size);

/// CRC-32C (Castagnoli) of some bytes, going on from `crc`; begin with 0. It finds every flipped
/// bit and every burst up to 32 bits; it is no protection from a person who means harm.
uint32_t ccrypto_crc32c(uint32_t crc, const void *_Nullable bytes, size_t count);

#endif
