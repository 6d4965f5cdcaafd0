import CBundled

/// The API descriptions that are included in Weir, as OpenAPI documents.
package enum BundledCatalogs {
  /// The names of the catalogs, in order: `haven`, `oxford-v1`, and so on.
  package static let names: [String] = (0..<cbundled_count()).map {
    String(cString: cbundled_at($0).name)
  }

  /// Returns the UTF-8 YAML of a document without copying it. The bytes stay valid until the
  /// program ends.
  ///
  /// - Returns: Nil if Weir does not include a description with that name.
  package static func bytes(of name: String) -> UnsafeRawBufferPointer? {
    names.firstIndex(of: name).map { index in
      let document = cbundled_at(index)
      return UnsafeRawBufferPointer(start: document.bytes, count: document.count)
    }
  }

  /// Returns a copy of the text of a document.
  ///
  /// - Returns: Nil if Weir does not include a description with that name.
  package static func text(of name: String) -> String? {
    bytes(of: name).map { String(decoding: $0, as: UTF8.self) }
  }
}
