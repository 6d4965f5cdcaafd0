import ClientDocuments
import ClientModel

/// The filling of templates in JSON. A value inside quotes is escaped as a string; a value outside
/// quotes is inserted unchanged.
extension DraftReading {
  mutating func json(_ text: String) -> SensitiveText {
    var parts: [SensitiveText.Part] = []
    var quotes = QuoteTracker()
    var probe = ""
    var changes = false
    for piece in Template.pieces(of: text) {
      switch piece {
      case .text(let text):
        quotes.read(text)
        probe += text
        parts.append(.plain(String(text)))
      case .name(let use):
        changes = true
        let before = problems.count
        let value = value(of: use, .body)
        let inString = quotes.isInside
        for part in value.parts {
          if case .plain(let text) = part {
            let written = inString ? JSONText.escaped(text) : text
            probe += written
            parts.append(.plain(written))
          } else {
            probe += inString ? "" : "0"
            parts.append(part.encoded(inString ? .json : .none))
          }
        }
        if value.isEmpty, !inString {
          // A digit stands in for the empty value, so that the remaining body is still checked.
          probe += "0"
          // A missing value was already reported.
          if problems.count == before {
            report(
              .body, "The body is not valid JSON.",
              "{{\(use.name)}} is empty, and a JSON value is expected in its place.",
              "Give it a value such as null, or put {{\(use.name)}} in quotes for a string.")
          }
        }
      }
    }
    if let fault = JSONValidator.fault(in: Array(probe.utf8)) {
      report(
        .body, "The body is not valid JSON.",
        fault.sentence + (changes ? " (The position applies after the templates are filled.)" : ""),
        "Correct it, or send it as text.")
    }
    return SensitiveText(joining: parts)
  }
}

/// Tracks whether the JSON read so far ends inside a string.
struct QuoteTracker {
  private(set) var isInside = false
  private var isEscaped = false

  mutating func read(_ text: Substring) {
    for byte in text.utf8 {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = isInside
      } else if byte == UInt8(ascii: "\"") {
        isInside.toggle()
      }
    }
  }
}
