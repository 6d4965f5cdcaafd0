package import ClientDocuments
package import ClientModel
package import ReadingValues

extension Rendering {
  /// Renders a body. The result depends only on the bytes.
  ///
  /// - Parameter root: A JSON Pointer to the part to render, or an empty string for the complete
  ///   body.
  package init(_ plan: ViewPlan, of source: ByteSource, root: String) {
    guard source.count <= Self.largest else {
      self = .refused(
        "The body is larger than 1 MiB, so it is not rendered; see Tree.")
      return
    }
    self = Self.other(plan)
    do throws(DocumentError) {
      let bytes = try source.bytes(in: 0..<source.count)
      guard JSONValidator.fault(in: bytes) == nil else {
        self = .refused(
          "This response is not valid JSON, so its view has nothing to show; see Raw."
        )
        return
      }
      let document = try JSONDocument(indexing: ByteSource(bytes))
      let node = try document.node(at: try JSONPointer(root))
      self = Self.rendered(plan, node, document)
    } catch {
      // Only a read error is reported here. The message for a pointer without a value is created
      // below.
      if case .unreadable = error { self = .refused("\(error.what) \(error.why)") }
    }
  }

  private static func rendered(
    _ plan: ViewPlan, _ node: JSONNode, _ document: JSONDocument
  ) -> Rendering {
    do throws(ViewValue.ReadingError) {
      return view(plan, of: try ViewValue(node, in: document)).map { .view($0) } ?? other(plan)
    } catch {
      switch error {
      case .tooMany:
        return .refused(
          "Bodies of more than \(ViewValue.most) values are not rendered; see Tree.")
      case .unreadable(let error): return .refused("\(error.what) \(error.why)")
      }
    }
  }

  private static func view(_ plan: ViewPlan, of value: ViewValue) -> RenderedView? {
    switch plan {
    case .named(.dictionary): .dictionary(value)
    case .named(.frequency): .frequency(value)
    case .named(.wordlist): .wordlist(value)
    case .parts(let parts): .parts(parts, of: value)
    }
  }

  private static func other(_ plan: ViewPlan) -> Rendering {
    switch plan {
    case .named(let name):
      .refused(
        "This response does not have the shape that the view `\(name.rawValue)` expects; see Tree.")
    case .parts:
      .refused("This response has none of the parts that its view shows; see Tree.")
    }
  }
}
