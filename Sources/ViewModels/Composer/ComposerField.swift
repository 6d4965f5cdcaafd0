package import ClientCatalogs
import ClientModel

/// An editable field of the composer. Indices count from 0.
package enum ComposerField: Hashable, Sendable {
  /// A field of the typed form.
  case form(FieldID)
  case method, url
  case cell(Grid, row: Int, Column)
  case part(row: Int, PartField)
  case bodyKind, body, bodyPath, mediaType
  /// The variables and the name of the operation of a GraphQL body.
  case variables, operation
  case gateway
  case authorizationKind
  /// A field of the authorization scheme, identified by its name.
  case credential(String)
  case option(OptionField)
  /// The row that folds the rare options of a group.
  case moreOptions(OptionField.Group)
  case idempotencyKey
  /// An assertion on responses. The row after the last assertion adds a new one.
  case assertion(Int)

  /// The lists of names and values. `json` has the values of a JSON body.
  package enum Grid: Hashable, Sendable { case pathVariables, query, headers, form, parts, json }
  package enum Column: Hashable, Sendable { case name, value }
  /// The properties of a multipart part, except its name and value.
  package enum PartField: Hashable, Sendable { case fileName, mediaType }

  /// Whether the value is chosen from a list and cannot be typed.
  package var isChoice: Bool {
    switch self {
    case .method, .gateway, .bodyKind, .operation, .authorizationKind, .moreOptions: true
    case .option(let option): option.choices != nil
    default: false
    }
  }

  /// Whether the text may have several lines.
  var hasLines: Bool { self == .body || self == .variables }

  /// The tab that contains the field. Nil for the first line, which is always visible.
  var tab: ComposerTab? {
    switch self {
    case .method, .url: nil
    case .form: .form
    case .cell(.pathVariables, _, _), .cell(.query, _, _): .parameters
    case .cell(.headers, _, _): .headers
    case .cell(.form, _, _), .cell(.parts, _, _), .cell(.json, _, _), .part, .bodyKind, .body,
      .bodyPath,
      .mediaType, .variables, .operation:
      .body
    case .authorizationKind, .credential: .authorization
    case .gateway, .option, .moreOptions, .idempotencyKey, .assertion: .options
    }
  }
}

/// The tabs of a request. They are below the line with the method and the URL.
package enum ComposerTab: Int, CaseIterable, Hashable, Sendable {
  /// The typed form. Exists only if the request was created from a catalog endpoint.
  case form
  case parameters, headers, body, authorization, options, preview

  package var title: String {
    switch self {
    case .form: "Form"
    case .parameters: "Params"
    case .headers: "Headers"
    case .body: "Body"
    case .authorization: "Auth"
    case .options: "Options"
    case .preview: "Preview"
    }
  }
}
