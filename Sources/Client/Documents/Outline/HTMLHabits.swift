/// The rules for tags that HTML omits: elements that are never closed, and elements that another
/// element closes.
///
/// - Source: HTML Living Standard, sections 13.1.2 (void and raw text elements) and 13.1.2.4
///   (optional tags).
enum HTMLHabits {
  static let void: Set<String> = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source",
    "track", "wbr",
  ]

  /// Elements whose text does not contain tags.
  static let raw: Set<String> = [
    "script", "style", "textarea", "title", "xmp", "noembed", "iframe",
  ]

  private static let blocks: Set<String> = [
    "address", "article", "aside", "blockquote", "details", "div", "dl", "fieldset", "figcaption",
    "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "main", "menu",
    "nav", "ol", "p", "pre", "section", "table", "ul",
  ]

  /// Returns whether an open element ends before another element begins.
  static func ends(_ open: String, before next: String) -> Bool {
    switch open {
    case "p": blocks.contains(next)
    case "li": next == "li"
    case "dt", "dd": next == "dt" || next == "dd"
    case "option": next == "option" || next == "optgroup"
    case "optgroup": next == "optgroup"
    case "td", "th": ["td", "th", "tr", "tbody", "tfoot"].contains(next)
    case "tr": ["tr", "tbody", "tfoot"].contains(next)
    case "thead", "tbody": next == "tbody" || next == "tfoot"
    case "head": next == "body"
    default: false
    }
  }
}
