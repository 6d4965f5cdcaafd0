import ClientModel
import ClientPipeline

/// The choices of the fields of a request.
struct FieldSuggestions {
  let gateways: Gateways

  /// Returns the choices of a field. Returns an empty array if the text of the field is typed.
  func all(of field: ComposerField, in draft: Draft) -> [String] {
    switch field {
    case .gateway: [Gateways.defaultWord] + gateways.names + [Gateways.noneWord]
    case .bodyKind: Draft.BodyKind.allCases.filter { $0 != .bytes }.map(\.rawValue)
    case .authorizationKind: [Draft.noAuthorization] + AuthScheme.all.map(\.name)
    case .operation: draft.operationNames
    case .option(let option): option.choices ?? []
    default: []
    }
  }

  /// Returns the selected choice. Returns nil if the text of the field is typed.
  func selected(_ field: ComposerField, in draft: Draft) -> String? {
    all(of: field, in: draft).isEmpty ? nil : draft.text(of: field)
  }

  func select(_ word: String, for field: ComposerField, in draft: inout Draft) {
    switch field {
    case .gateway: draft.gateway = word == Gateways.defaultWord ? nil : word
    case .bodyKind: Draft.BodyKind(rawValue: word).map { draft.setBodyKind($0) }
    case .authorizationKind: draft.setAuthorization(AuthScheme(named: word))
    case .operation: draft.set(word, in: .operation)
    case .option(let option): _ = draft.set(option, to: word)
    default: break
    }
  }

  /// Selects the next choice. The first choice follows the last one. A polling rule from a file is
  /// not a choice, so it can only be replaced in the list of choices.
  func selectNext(_ field: ComposerField, in draft: inout Draft) {
    let words = all(of: field, in: draft)
    let isRule = field == .option(.polling) && !words.contains(draft.text(.polling))
    guard !words.isEmpty, !isRule else { return }
    let place = selected(field, in: draft).flatMap(words.firstIndex) ?? -1
    select(words[(place + 1) % words.count], for: field, in: &draft)
  }

  /// Returns the text of the gateway field. If the draft uses the default gateway, the text
  /// contains the name of that gateway.
  func shownGateway(of draft: Draft) -> String {
    draft.gateway ?? Gateways.defaultWord + (gateways.standard.map { " (\($0))" } ?? "")
  }
}
