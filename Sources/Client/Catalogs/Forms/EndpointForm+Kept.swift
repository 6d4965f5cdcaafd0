import ClientModel

/// The parts of a draft for which the form has no field: they are shown and sent, and the user can remove
/// them one at a time.
extension EndpointForm {
  var keptFields: [FormField] {
    keptParts.map { part in
      var field = field(FieldID(.kept(part)), keptLabel(part), Schema(.text))
      field.kind = .kept
      return field
    }
  }

  private var keptParts: [KeptPart] {
    var parts: [KeptPart] = []
    if !kept.method.isEmpty { parts.append(.method) }
    if !kept.url.isEmpty { parts.append(.address) }
    parts += keptFilters.indices.map(KeptPart.filter)
    parts += kept.query.indices.map(KeptPart.query)
    parts += kept.headers.indices.map(KeptPart.header)
    switch kept.body {
    case .none: break
    case .form(let fields): parts += fields.indices.map(KeptPart.formField)
    case .multipart(let fields): parts += fields.indices.map(KeptPart.part)
    case .json, .text, .file, .bytes: parts.append(.body)
    }
    return parts
  }

  private func keptLabel(_ part: KeptPart) -> String {
    switch part {
    case .method: return "method"
    case .address: return "address"
    case .filter: return "filter"
    case .query(let index): return kept.query[index].name
    case .header(let index): return kept.headers[index].name
    case .formField(let index):
      if case .form(let fields) = kept.body { return fields[index].name }
      return ""
    case .part(let index):
      if case .multipart(let parts) = kept.body { return parts[index].name }
      return ""
    case .body: return "body"
    }
  }

  func keptText(_ part: KeptPart) -> String {
    switch part {
    case .method: return kept.method
    case .address: return kept.url
    case .filter(let index): return keptFilters[index]
    case .query(let index): return Self.shown(kept.query[index])
    case .header(let index): return Self.shown(kept.headers[index])
    case .formField(let index):
      if case .form(let fields) = kept.body { return Self.shown(fields[index]) }
      return ""
    case .part(let index):
      if case .multipart(let parts) = kept.body { return parts[index].path ?? parts[index].value }
      return ""
    case .body:
      switch kept.body {
      case .json(let text), .text(let text, _): return text
      case .file(let path, _): return path
      case .bytes(let bytes, _): return "\(bytes.count) bytes"
      case .none, .form, .multipart: return ""
      }
    }
  }

  private static func shown(_ field: DraftField) -> String {
    let isHidden =
      field.mark == .secret || CredentialNames.standard.contains(field.name, in: .header)
    return isHidden && SecretReference(field.value) == nil ? Secret.mask : field.value
  }

  mutating func drop(_ part: KeptPart) {
    switch part {
    case .method: kept.method = ""
    case .address:
      kept.url = ""
      kept.pathVariables = []
    case .filter(let index): keptFilters.remove(at: index)
    case .query(let index): kept.query.remove(at: index)
    case .header(let index): kept.headers.remove(at: index)
    case .formField(let index):
      if case .form(var fields) = kept.body {
        fields.remove(at: index)
        kept.body = fields.isEmpty ? .none : .form(fields)
      }
    case .part(let index):
      if case .multipart(var parts) = kept.body {
        parts.remove(at: index)
        kept.body = parts.isEmpty ? .none : .multipart(parts)
      }
    case .body: kept.body = .none
    }
  }
}
