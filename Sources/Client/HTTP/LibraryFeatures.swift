import CCurl

/// What the installed libcurl can do; versions differ, so it is asked and not assumed.
package struct LibraryFeatures: Sendable {
  package let version: String
  /// Features Weir wants and this libcurl lacks, in words.
  package let missing: [String]
  /// Features Weir wants and this libcurl has, in words.
  package let features: [String]
  /// What `Accept-Encoding` offers by default: only codings that can be taken off again.
  package let codings: String
  /// The known faults of this version.
  package let faults: Set<LibraryFault>

  /// Asks the library; cheap.
  package init() {
    let found = ccurl_probe()
    version = String(cString: found.version)
    // A library that is missing has no version, and no fault.
    faults = found.number == 0 ? [] : LibraryFault.faults(of: found.number)
    var missing: [String] = []
    var features: [String] = []
    func note(_ feature: String, _ count: Int32) {
      if count == 0 { missing.append(feature) } else { features.append(feature) }
    }
    note("HTTP/2", found.http2)
    note("TLS", found.tls)
    note("public suffix list for cookies", found.public_suffixes)
    note("name lookup in the background", found.asynchronous_names)
    var codings = ["deflate", "gzip"]
    let brotli = ccurl_coding_known(CCURL_CODING_BROTLI)
    let zstd = ccurl_coding_known(CCURL_CODING_ZSTD)
    note("brotli", brotli)
    note("zstd", zstd)
    if brotli != 0 { codings.append("br") }
    if zstd != 0 { codings.append("zstd") }
    self.features = features
    self.missing = missing
    self.codings = codings.joined(separator: ", ")
  }
}
