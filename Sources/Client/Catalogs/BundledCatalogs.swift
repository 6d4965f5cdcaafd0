import CBundled

/// The API descriptions that come with Weir, as OpenAPI documents.
package enum BundledCatalogs {
  /// `haven`, `oxford-v1`, …; ordered, and each names a catalog.
  package static let names: [String] = (0..<cbundled_count()).map {
    String(cString: cbundled_at($0).name)
  }

  /// Gives the bytes of a document, UTF-8 YAML, without copying them; they live as long as the program.
  ///
  /// - Returns: Nil when no description of that name comes with Weir.
  package static func bytes(of name: String) -> UnsafeRawBufferPointer? {
    names.firstIndex(of: name).map { index in
      let document = cbundled_at(index)
      return UnsafeRawBufferPointer(start: document.bytes, count: document.count)
    }
  }

  /// The text of a document; a copy.
  ///
  /// - Returns: Nil when no description of that name comes with Weir.
  package static func text(of name: String) -> String? {
    bytes(of: name).map { String(decoding: $0, as: UTF8.self) }
  }
}
