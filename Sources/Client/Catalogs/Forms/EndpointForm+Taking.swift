package import ClientModel

/// Query fields and headers that were given by hand beside the form's fields.
extension EndpointForm {
  /// Fills in what stands under the names of the form's own parameters and keys, unless these were given
  /// already.
  ///
  /// - Returns: What no field has, in the same order.
  package mutating func take(
    query given: [DraftField], headers other: [DraftField]
  ) -> (query: [DraftField], headers: [DraftField]) {
    var (query, headers) = (given, other)
    var cookies = CookieLine(taking: &headers)
    for parameter in endpoint.parameters
    where !holdsAnswer(.parameter(parameter.place, parameter.name)) {
      switch parameter.place {
      case .path: continue
      case .query: read(parameter, from: &query)
      case .header: readHeader(parameter, from: &headers)
      case .cookie: read(parameter, from: &cookies.fields)
      }
    }
    for (scheme, kind) in chosenSchemes where answers[.credential(scheme, .key)] == nil {
      let id = FieldID.credential(scheme, .key)
      switch kind {
      case .key(let key, .header): takeKey(id, from: &headers) { Self.isHeader($0, key) }
      case .key(let key, .query):
        takeKey(id, from: &query) { $0.name == key && $0.mark != .off && $0.mark != .encoded }
      default: continue
      }
    }
    return (query, cookies.putBack(headers))
  }

  /// Adds a query and headers that are sent as they are, besides those of the fields.
  package mutating func addUnmapped(
    query: [DraftField], headers: [DraftField], without removed: [String]
  ) {
    unmapped.query += query
    unmapped.headers += headers
    unmapped.removedHeaders += removed
  }

  /// A key is a secret, however it was given.
  private mutating func takeKey(
    _ id: FieldID, from fields: inout [DraftField], where isKey: (DraftField) -> Bool
  ) {
    guard let index = fields.firstIndex(where: isKey) else { return }
    let field = fields.remove(at: index)
    answers[id] = .text(field.value)
    if field.mark == .literal { marks[id] = .literal }
  }

  // MARK: Where a field is found instead

  /// The media types as which the body would have a field of that name.
  package func mediaTypes(having name: String) -> [String] {
    endpoint.bodies.map(\.mediaType).filter { type in
      var other = self
      other.set(type, for: .mediaType)
      return other.names.contains(name)
    }
  }

  /// The endpoints of the same path that take a file of that name.
  package func endpointsTaking(fileFor name: String) -> [String] {
    catalog.groups.flatMap(\.endpoints)
      .filter { $0.path == endpoint.path && $0.id != endpoint.id }
      .filter { other in
        var form = EndpointForm(other, in: catalog)
        return form.use(ofFileFor: name) == .path
      }
      .map(\.id)
  }
}
