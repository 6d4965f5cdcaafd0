package import ClientDocuments
package import ReadingValues

extension Rendering {
  /// Renders a body; a pure function of its bytes.
  ///
  /// - Parameter root: A JSON Pointer to the part that the view is of; empty for all of it.
  package init(_ name: ViewName, of source: ByteSource, root: String) {
    guard source.count <= Self.largest else {
      self = .refused(
        "Bodies over 1 MiB are not rendered, and this one is larger; see Tree.")
      return
    }
    self = Self.other(name)
    do throws(DocumentError) {
      let bytes = try source.bytes(in: 0..<source.count)
      guard JSONValidator.fault(in: bytes) == nil else {
        self = .refused(
          "This response is not valid JSON, so the view `\(name.rawValue)` has nothing to show; see Raw."
        )
        return
      }
      let document = try JSONDocument(indexing: ByteSource(bytes))
      let node = try document.node(at: try JSONPointer(root))
      self = Self.rendered(name, node, document)
    } catch {
      // Only a body that cannot be read is reported as such: a pointer into nothing is another shape.
      if case .unreadable = error { self = .refused("\(error.what) \(error.why)") }
    }
  }

  private static func rendered(
    _ name: ViewName, _ node: JSONNode, _ document: JSONDocument
  ) -> Rendering {
    do throws(ViewValue.Trouble) {
      return view(name, of: try ViewValue(node, in: document)).map { .view($0) } ?? other(name)
    } catch {
      switch error {
      case .tooMany:
        return .refused(
          "Bodies of more than \(ViewValue.most) values are not rendered; see Tree.")
      case .unreadable(let error): return .refused("\(error.what) \(error.why)")
      }
    }
  }

  private static func view(_ name: ViewName, of value: ViewValue) -> RenderedView? {
    switch name {
    case .sentiment: .sentiment(value)
    case .ocr: .ocr(value)
    case .entities: .entities(value)
    case .dictionary: .dictionary(value)
    case .frequency: .frequency(value)
    case .wordlist: .wordlist(value)
    }
  }

  private static func other(_ name: ViewName) -> Rendering {
    .refused("This response has another shape than the view `\(name.rawValue)` expects; see Tree.")
  }
}
