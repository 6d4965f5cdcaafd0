import ClientModel

/// An endpoint's path, split into literal text and variables.
///
/// In a draft, `{name}` anywhere and `:name` at the start of a segment are variables; names contain only
/// letters, digits, `_`, `-` and `.`. Literal text that looks like a variable is escaped.
struct DraftPath: Hashable {
  enum Piece: Hashable {
    case text(String)
    case name(String)
  }

  private(set) var pieces: [Piece] = []

  init(_ path: String) {
    var text = ""
    var rest = path[...]
    while let opened = rest.cut(at: "{") {
      text += opened.before
      guard let closed = opened.after.cut(at: "}"), !closed.before.isEmpty else {
        text += "{"
        rest = opened.after
        continue
      }
      if !text.isEmpty { pieces.append(.text(text)) }
      text = ""
      pieces.append(.name(String(closed.before)))
      rest = closed.after
    }
    text += rest
    if !text.isEmpty { pieces.append(.text(text)) }
  }

  /// In the order of the path, each once.
  var names: [String] {
    var names: [String] = []
    for case .name(let name) in pieces where !names.contains(name) { names.append(name) }
    return names
  }

  /// The name a variable has in a draft.
  func draftName(_ name: String) -> String {
    var taken: [String] = []
    for original in names {
      var fit = String(
        String.UnicodeScalarView(
          original.unicodeScalars.map {
            $0.isASCII && Template.isNameByte(UInt8($0.value)) ? $0 : "_"
          }))
      while taken.contains(fit) { fit += "_" }
      if original == name { return fit }
      taken.append(fit)
    }
    return name
  }

  /// The path as written in a draft.
  ///
  /// - Parameter optional: The variable whose segment is omitted if it has no value.
  func draftText(optional: String?) -> String {
    var text = ""
    for piece in pieces {
      switch piece {
      case .name(let name):
        text += "{\(draftName(name))\(name == optional ? "?" : "")}"
      case .text(let piece):
        for scalar in piece.unicodeScalars {
          switch scalar {
          case ":" where text.ends(with: "/"): text += "%3A"
          case "{": text += "%7B"
          case "}": text += "%7D"
          case " ": text += "%20"
          default: text.unicodeScalars.append(scalar)
          }
        }
      }
    }
    return text.begins(with: "/") ? text : "/" + text
  }
}
