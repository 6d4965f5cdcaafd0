import CCurl

/// What the installed libcurl can do; versions differ, so it is asked and not assumed.
package struct LibraryFeatures: Sendable {
  package let version: String
  /// Features Weir wants and this libcurl lacks, in words.
  package let missing: [String]
  /// What `Accept-Encoding` offers by default: only codings that can be taken off again.
  package let codings: String

  /// Asks the library; cheap.
  package init() {
    let found = ccurl_probe()
    version = String(cString: found.version)
    var missing: [String] = []
    if found.http2 == 0 { missing.append("HTTP/2") }
    if found.tls == 0 { missing.append("TLS") }
    if found.public_suffixes == 0 { missing.append("public suffix list for cookies") }
    if found.asynchronous_names == 0 { missing.append("name lookup in the background") }
    var codings = ["deflate", "gzip"]
    if ccurl_coding_known(CCURL_CODING_BROTLI) != 0 {
      codings.append("br")
    } else {
      missing.append("brotli")
    }
    if ccurl_coding_known(CCURL_CODING_ZSTD) != 0 {
      codings.append("zstd")
    } else {
      missing.append("zstd")
    }
    self.missing = missing
    self.codings = codings.joined(separator: ", ")
  }
}
