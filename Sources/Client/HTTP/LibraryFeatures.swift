import CCurl

/// The features of the installed libcurl, which differ between versions and builds.
package struct LibraryFeatures: Sendable {
  package let version: String
  /// The names of the features that Weir needs and this libcurl does not have.
  package let missing: [String]
  /// The names of the features that Weir needs and this libcurl has.
  package let features: [String]
  /// The default `Accept-Encoding`. It contains only codings that Weir can decode.
  package let codings: String
  /// Whether libcurl's size of a request always includes the body.
  let countsBodyAsHead: Bool
  /// The known bugs of this version.
  package let faults: Set<LibraryFault>

  /// Reads the features from the library. The call is cheap.
  package init() {
    let found = ccurl_probe()
    version = String(cString: found.version)
    countsBodyAsHead = found.number >= 0x080700
    // A missing library has no version and no faults.
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
