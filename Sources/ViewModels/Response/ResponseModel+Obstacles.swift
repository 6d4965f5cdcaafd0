import ClientModel
import ClientPipeline

/// The reasons why commands are unavailable, and the suggested file name for saving.
extension ResponseModel {
  /// The reason as a notice; nil when the command can act.
  package func obstacle(to command: ResponseCommand) -> Notice? {
    guard let job else {
      return .cannot("No response is open.", "Nothing was sent yet.", "Send a request first.")
    }
    switch command {
    case .nextTab, .previousTab: return nil
    case .filter: return filterObstacle
    case .compare, .ignore, .ignoreNothing: return comparingObstacle(to: command)
    case .keepFilter:
      if isFiltered || savedFilter != nil { return nil }
      return .cannot(
        "There is no filter to keep.", "The whole body is on show.", "Filter it first.")
    case .loadMore: return loadObstacle
    case .nextPage: return askedObstacle ?? pageObstacle("next", "next", lastHead)
    case .previousPage: return askedObstacle ?? pageObstacle("prev", "previous", head)
    case .copyCurl:
      return request == nil ? .cannot("Nothing to copy.", "The request is being read.") : nil
    case .copyBody, .save, .pager:
      if body.length > 0 { return nil }
      return job.state.word == .running
        ? .cannot("The body is not complete.", "The job is running.", "Wait, or cancel it.")
        : .cannot("There is no body.", "This try brought none.")
    case _ where isTable(command): return nil
    case .showAsFound, .showAsJSON, .showAsJSONLines, .showAsXML, .showAsHTML, .showAsTable,
      .showAsForm, .showAsEvents, .showAsText, .showAsHex:
      if source?.isArriving == true {
        return .cannot("The body is not complete.", "The job is running.", "Wait, or cancel it.")
      }
      return isBodyOpen ? nil : .cannot("There is no body.", "This try brought none.")
    case .useAsAssertion where tab != .tree:
      return head == nil ? .cannot("Nothing to assert.", "No answer is there.") : nil
    case .record where isViewing: return viewingObstacle(to: command)
    case .record:
      return tab == .tree && facts?.kind == .table
        ? nil : .cannot("There is no row to show.", "No table is on show.")
    case .copyRow where pane.table != nil && tab == .tree: return nil
    case .toggle where tab == .attempts:
      return attempts.isEmpty ? .cannot("Nothing to choose.", "There was no try yet.") : nil
    case .copyValue where !showsBody:
      return lineCount == 0 ? .cannot("Nothing to copy.", "This tab is empty.") : nil
    case .toggle where tab == .view, .open where tab == .view, .close where tab == .view:
      return arrangingObstacle(to: command)
    case .toggle where tab == .raw:
      return facts?.canBeLaidOut == true
        ? nil : .cannot("Shown as it came.", "Only JSON up to 4 MiB is laid out.")
    case .copyValue where tab == .raw, .open where tab == .raw, .close where tab == .raw:
      return isBodyOpen ? nil : .cannot("There is no body.", "This try brought none.")
    default:
      guard tab == .tree else {
        return .cannot("Only the tree can do this.", "The \(tab.title) tab is on show.")
      }
      guard isBodyOpen else { return .cannot("There is no body.", "This try brought none.") }
      if isViewing { return viewingObstacle(to: command) }
      if showsPicture { return pictureObstacle(to: command) }
      if command == .goToPath, let pathObstacle { return pathObstacle }
      if command == .viewValue, let viewObstacle { return viewObstacle }
      if command == .copyValue { return nil }
      if command == .toggle, pane.selectedTreeRow?.kind.isPlain == true {
        return .cannot("Nothing to fold.", "This value holds no others.", "Select one that does.")
      }
      return pane.isInTree
        ? nil
        : .cannot("This needs a tree.", "The body is shown by lines or rows.")
    }
  }

  /// Why there is no path to go to; nil when there is one.
  private var pathObstacle: Notice? {
    switch facts?.kind {
    case .json, .jsonLines, .jsonSequence, nil: return nil
    case .xml, .html, .table, .form, .multipart, .events, .picture, .text, .binary:
      let kind = facts?.kind.word ?? ""
      return .cannot(
        "There is no path to go to.", "Only JSON has paths; this is \(kind).",
        showsPicture ? "" : "Find a text in it.")
    }
  }

  /// Why no value can be shown as a text of its own; nil when the selected one can.
  private var viewObstacle: Notice? {
    if showsPicture { return .cannot("There is no value to view.", "A picture is on show.") }
    if pane.table != nil {
      return .cannot(
        "There is no value to view.", "A row of a table has several.",
        "Show the row as a list first, and view a field there.")
    }
    if showsRecord, pane.list.selected == 0 {
      return .cannot(
        "There is no value to view.", "This line is the heading of the row.", "Select a field.")
    }
    return pane.isInTree
      ? nil
      : .cannot("There is no value to view.", "The body is shown by lines, as it came.")
  }

  func pageObstacle(_ relation: String, _ word: String, _ head: ResponseHead?) -> Notice? {
    let links = head?.fields.filter { $0.name.lowercased() == "link" }.map(\.value) ?? []
    guard LinkHeader(links.joined(separator: ", ")).target(relation) == nil else { return nil }
    return .cannot("There is no \(word) page.", "The answer's headers name none.")
  }

  /// A file name fit for this machine: the URL's last part, with a suffix that says what it is.
  var suggestedFileName: String {
    let path = (attempt?.displayURL ?? "").words(at: "?").first ?? ""
    let parts = path.words(at: "/").dropFirst(2)
    let last = parts.last.map(String.init) ?? "response"
    let name = SafeFileName(suggested: last).name
    return name.contains(byte: ".") ? name : name + suffix
  }

  var suffix: String {
    switch facts?.kind {
    case .json: ".json"
    case .jsonLines: ".jsonl"
    case .jsonSequence: ".json-seq"
    case .xml: ".xml"
    case .html: ".html"
    case .table: ".csv"
    case .text, .form, .events: ".txt"
    case .picture: picture.suffix
    case .binary, .multipart, nil: ".bin"
    }
  }
}
