import ClientModel

/// Functions for the parts of a draft without a form field. They are displayed and sent, and the
/// user can remove them.
extension EndpointForm {
  var unmappedFields: [FormField] {
    unmappedParts.map { part in
      var field = field(FieldID(.unmapped(part)), unmappedLabel(part), Schema(.text))
      field.kind = .unmapped
      return field
    }
  }

  private var unmappedParts: [UnmappedPart] {
    var parts: [UnmappedPart] = []
    if !unmapped.method.isEmpty { parts.append(.method) }
    if !unmapped.url.isEmpty { parts.append(.address) }
    parts += unmappedFilters.indices.map(UnmappedPart.filter)
    parts += unmapped.query.indices.map(UnmappedPart.query)
    parts += unmapped.headers.indices.map(UnmappedPart.header)
    switch unmapped.body {
    case .none: break
    case .form(let fields): parts += fields.indices.map(UnmappedPart.formField)
    case .multipart(let fields): parts += fields.indices.map(UnmappedPart.part)
    case .json, .text, .file, .bytes, .graphQL: parts.append(.body)
    }
    return parts
  }

  private func unmappedLabel(_ part: UnmappedPart) -> String {
    switch part {
    case .method: return "method"
    case .address: return "address"
    case .filter: return "filter"
    case .query(let index): return unmapped.query[index].name
    case .header(let index): return unmapped.headers[index].name
    case .formField(let index):
      if case .form(let fields) = unmapped.body { return fields[index].name }
      return ""
    case .part(let index):
      if case .multipart(let parts) = unmapped.body { return parts[index].name }
      return ""
    case .body: return "body"
    }
  }

  func unmappedText(_ part: UnmappedPart) -> String {
    switch part {
    case .method: return unmapped.method
    case .address: return unmapped.url
    case .filter(let index): return unmappedFilters[index]
    case .query(let index): return Self.shown(unmapped.query[index])
    case .header(let index): return Self.shown(unmapped.headers[index])
    case .formField(let index):
      if case .form(let fields) = unmapped.body { return Self.shown(fields[index]) }
      return ""
    case .part(let index):
      if case .multipart(let parts) = unmapped.body {
        return parts[index].path ?? parts[index].value
      }
      return ""
    case .body:
      switch unmapped.body {
      case .json(let text), .text(let text, _): return text
      case .file(let path, _): return path
      case .bytes(let bytes, _): return "\(bytes.count) bytes"
      case .graphQL(let request): return request.query
      case .none, .form, .multipart: return ""
      }
    }
  }

  private static func shown(_ field: DraftField) -> String {
    let isHidden =
      field.mark == .secret || CredentialNames.standard.contains(field.name, in: .header)
    return isHidden && SecretReference(field.value) == nil ? Secret.mask : field.value
  }

  mutating func drop(_ part: UnmappedPart) {
    switch part {
    case .method: unmapped.method = ""
    case .address:
      unmapped.url = ""
      unmapped.pathVariables = []
    case .filter(let index): unmappedFilters.remove(at: index)
    case .query(let index): unmapped.query.remove(at: index)
    case .header(let index): unmapped.headers.remove(at: index)
    case .formField(let index):
      if case .form(var fields) = unmapped.body {
        fields.remove(at: index)
        unmapped.body = fields.isEmpty ? .none : .form(fields)
      }
    case .part(let index):
      if case .multipart(var parts) = unmapped.body {
        parts.remove(at: index)
        unmapped.body = parts.isEmpty ? .none : .multipart(parts)
      }
    case .body: unmapped.body = .none
    }
  }
}
