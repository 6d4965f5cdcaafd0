import ClientCore
import ClientModel

/// Converts the values that identify a response to keyed hashes. The cache files contain the
/// secrets of URLs, the credentials and the values of request headers only as these hashes.
struct CacheMarks: Sendable {
  private let vault: Vault

  init(_ vault: Vault) { self.vault = vault }

  /// Returns a 16-byte hash of all parts of a request's cache key.
  func mark(_ key: CacheKey) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    for group in [[key.url], key.identity, key.additions] {
      // Counts and lengths are included, so that different groups never result in the same bytes.
      Self.append(group.count, to: &bytes)
      for text in group {
        Self.append(text.utf8.count, to: &bytes)
        bytes += text.utf8
      }
    }
    return try mark(bytes, "cache key")
  }

  func mark(place url: String) throws(Failure) -> [UInt8] {
    try mark(Array(url.utf8), "cache place")
  }

  /// Returns the hash of a value that selects between variants. If the hash key cannot be read, the
  /// result matches no variant.
  func mark(value: String) -> [UInt8] {
    do throws(Failure) { return try mark(Array(value.utf8), "cache value") } catch { return [] }
  }

  private func mark(_ bytes: [UInt8], _ purpose: String) throws(Failure) -> [UInt8] {
    Array(try vault.hash(bytes, for: purpose).prefix(16))
  }

  private static func append(_ count: Int, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: UInt64(count).littleEndian) { bytes += $0 }
  }
}
