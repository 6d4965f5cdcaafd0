import ClientModel

/// A mapping from parts of a draft to form fields.
struct DraftFieldMap {
  private let form: EndpointForm
  private let draft: Draft

  init(_ form: EndpointForm) {
    self.form = form
    draft = form.draft()
  }

  /// Returns the form field that shows problems with a part of the draft.
  func field(at place: DraftProblem.Location) -> FieldID {
    switch place {
    case .method: return FieldID(.unmapped(.method))
    case .url: return form.unmapped.url.isEmpty ? .server : FieldID(.unmapped(.address))
    case .pathVariable(let name):
      let path = DraftPath(form.endpoint.path)
      let parameter = form.pathParameters.first { path.draftName($0.name) == name }
      guard let parameter else { return FieldID(.unmapped(.address)) }
      guard parameter.name == form.endpoint.rules.pathFilters?.parameter else {
        return .parameter(.path, parameter.name)
      }
      return form.fields(in: .path).first { field in
        if case .filter = field.id.root { return form.inputs[field.id] != nil }
        return field.id == .projections && form.inputs[field.id] != nil
      }?.id ?? .projections
    case .query(let index):
      guard index < draft.query.count else { return .server }
      return inputField(.query, draft.query[index].name)
        ?? form.unmapped.query.firstIndex(of: draft.query[index]).map {
          FieldID(.unmapped(.query($0)))
        }
        ?? .server
    case .header(let index):
      guard index < draft.headers.count else { return .server }
      let name = draft.headers[index].name
      return inputField(.header, name)
        ?? (name.lowercased() == "cookie" ? form.fields(in: .cookie).first?.id : nil)
        ?? form.unmapped.headers.firstIndex(of: draft.headers[index]).map {
          FieldID(.unmapped(.header($0)))
        }
        ?? .server
    case .formField(let index):
      guard case .form(let fields) = draft.body, index < fields.count else { return .body }
      return bodyPart(fields[index].name)
    case .part(let index):
      guard case .multipart(let parts) = draft.body, index < parts.count else { return .body }
      return bodyPart(parts[index].name)
    case .body: return form.unmapped.body == .none ? .body : FieldID(.unmapped(.body))
    case .authorization: return form.fields(in: .security).last?.id ?? .security
    case .option, .assertion: return .server
    }
  }

  /// Returns the field that is sent with this name: a parameter, a member of a parameter or a
  /// credential.
  private func inputField(_ place: Parameter.Location, _ name: String) -> FieldID? {
    let bare = String(name.before("["))
    for parameter in form.parameters(in: place) {
      let id = FieldID.parameter(place, parameter.name)
      if parameter.name.lowercased() == name.lowercased() || parameter.name == bare { return id }
      let field = form.field(id, parameter)
      if form.holdsAnswer(id), form.children(of: field).contains(where: { $0.name == name }) {
        return id.property(name)
      }
    }
    return key(name)
  }

  private func key(_ name: String) -> FieldID? {
    form.keys.first { $0.key.name.lowercased() == name.lowercased() }?.id
  }

  private func bodyPart(_ name: String) -> FieldID {
    let bare = String(name.before("["))
    let children = form.bodyField.map { form.children(of: $0) } ?? []
    return children.first { $0.name == name || $0.name == bare }?.id ?? key(name) ?? .body
  }
}
