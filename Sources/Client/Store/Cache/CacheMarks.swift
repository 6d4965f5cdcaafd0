import ClientCore
import ClientModel

/// Turns what names an answer into keyed hashes: of URLs with secrets, credentials and header
/// values nothing else stands in the cache's files.
struct CacheMarks: Sendable {
  private let vault: Vault

  init(_ vault: Vault) { self.vault = vault }

  /// 16 bytes for everything that makes a request's key.
  func mark(_ key: CacheKey) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    for group in [[key.url], key.identity, key.additions] {
      // With their lengths, so that no two groups run into one another.
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

  /// A value that selects between variants. A key that cannot be read makes a mark that fits none.
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
