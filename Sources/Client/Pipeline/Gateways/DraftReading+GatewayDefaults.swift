import ClientDocuments
import ClientModel

/// The gateway's cache and body settings that the draft does not set.
extension DraftReading {
  /// Completes the draft's cache rule. The draft's mode takes precedence, even `off`. A missing
  /// name of the cache key is added, and the rest of the key is unchanged.
  mutating func takeCacheDefaults(_ gateway: Gateway) {
    draft.options.cache = gateway.cache(for: draft.method).filling(draft.options.cache)
  }

  /// Encodes a JSON body in the gateway's encoding. A body with nested values stays JSON, because a
  /// form cannot contain them.
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

  /// Returns the members of a JSON object as fields. Returns nil if a member is not a plain value.
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
