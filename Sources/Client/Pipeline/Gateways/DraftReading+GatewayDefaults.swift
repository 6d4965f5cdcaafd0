import ClientDocuments
import ClientModel

/// The gateway's defaults for the cache and for bodies, for settings that are absent in the draft.
extension DraftReading {
  /// Fills the parts of the cache rule that the draft does not set. The draft's own mode takes
  /// precedence, even if it is `off`. Of the cache key, only a missing name is filled.
  mutating func takeCacheDefaults(_ gateway: Gateway) {
    draft.options.cache = gateway.cache(for: draft.method).filling(draft.options.cache)
  }

  /// Encodes a body of plain JSON members in the encoding that the gateway expects. A body with
  /// nested values stays JSON, because a form cannot contain nested values.
  mutating func encodeBody(as encoding: BodyEncoding?) {
    guard let encoding, encoding != .json, case .json(let text) = draft.body,
      let fields = Self.plainFields(of: text), !fields.isEmpty
    else { return }
    switch encoding {
    case .json: return
    case .form: draft.body = .form(fields)
    case .query:
      guard ["GET", "HEAD", "DELETE"].contains(draft.method.uppercased()) else { return }
      draft.body = .none
      draft.query += fields
    }
  }

  /// Returns the members of a JSON object, or nil if one of them is not a plain value.
  private static func plainFields(of text: String) -> [DraftField]? {
    guard let members = JSONMembers(text) else { return nil }
    var fields: [DraftField] = []
    for key in members.keys {
      guard let value = members.scalar(key) else { return nil }
      fields.append(DraftField(key, value))
    }
    return fields
  }
}
