import Terminal
import ViewModels

/// The columns of names and values in a tab of the composer: the same for all of its rows.
struct ComposerGrid {
  /// Where the values begin.
  let valueColumn: Int
  /// The columns of the values of rows with a mark, which stands two columns behind the longest.
  let valueWidth: Int

  private static let leastColumn = 14
  /// A blank and the longest word of a mark.
  private static let markWidth = 9
  /// A long list is not measured to its end.
  private static let measuredRows = 200

  init(_ model: ComposerModel, width: Int) {
    var (name, value) = (0, 0)
    for row in model.rows.prefix(Self.measuredRows) {
      switch row.kind {
      case .pair:
        name = max(name, SafeText(row.texts[0]).width)
        value = max(value, SafeText(row.texts[1]).width)
      case .field(let label, _): name = max(name, SafeText(label).width)
      case .heading, .note, .problem, .body, .form: break
      }
    }
    valueColumn = min(width * 2 / 5, max(Self.leastColumn, name + 2))
    valueWidth = max(0, min(value, width - valueColumn - Self.markWidth))
  }
}
