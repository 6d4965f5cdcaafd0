/// The hints for the response.
extension ResponseModel {
  var hints: [Command] {
    if tab == .compare {
      return [
        .response(.compare), .response(.ignore), .response(.ignoreNothing), .app(.help),
        .app(.find), .response(.nextTab),
      ] + Command.generalHints
    }
    if isViewing {
      return [
        .app(.back), .app(.find), .response(.toggle), .response(.copyValue), .app(.help),
        .response(.copyPath),
      ]
    }
    if isDrawing {
      return [.app(.back), .response(.save), .app(.help), .response(.nextTab)]
        + Command.generalHints
    }
    if showsRecord {
      return [
        .app(.back), .app(.find), .response(.nextSibling), .response(.previousSibling),
        .app(.help), .response(.viewValue), .response(.copyValue), .response(.nextTab),
      ] + Command.generalHints
    }
    let back: [Command] = isFiltered ? [.app(.back)] : []
    return [
      .app(.cancelOpen), .response(.toggle), .app(.find), .app(.findNext), .app(.findPrevious),
      .response(.filter),
    ] + back + [
      .app(.help), .response(.loadMore), .response(.nextPage), .response(.copyValue),
      .response(.nextTab),
      .response(.openAll), .response(.closeAll), .response(.save),
    ] + Command.generalHints
  }

  /// The hint for the toggle command, if it does not fold the selected row.
  var toggleHint: String? {
    if showsPicture { return "draw" }
    if tab == .raw { return "layout" }
    if isViewing { return "raw or decoded" }
    return tab == .attempts ? "show" : toggleWord
  }

  /// The hint for going back in this panel, or nil if nothing is open in it.
  var backHint: String? {
    if isViewing { return "close" }
    if showsRecord { return "the table" }
    return filter.isWorking ? "stop filter" : isFiltered ? "full body" : nil
  }
}
