import ClientDocuments
import ClientModel
import ClientReading
import JobFixtures
import ReadingValues
import ViewModels

/// An interface with a response on show and a controller behind it; jq is played by the test.
struct FilterWorld {
  var model = AppModel()
  var controller = DocumentController { _ in nil }
  /// Effects that were not for the controller.
  var others: [Effect] = []

  init(_ text: String, filter: String? = nil) {
    var request = PreparedRequest.fixture()
    request.filter = filter
    run { $0.receive(.viewport(Viewport())) }
    run { $0.receive(.composer(.submitted(JobID(1), .immediate))) }
    run {
      $0.receive(
        .response(
          .exchange(.fixture(1, .succeeded), request, [.fixture(1, of: 1, result: .json(text))])))
    }
    run { $0.perform(.app(.focusResponse)) }
    others = []
  }

  mutating func run(_ act: (inout AppModel) -> [Effect]) {
    var effects = act(&model)
    for _ in 0..<40 {
      var next: [Effect] = []
      for effect in effects {
        if case .response(.document(let request)) = effect {
          next += model.receive(.response(.document(controller.response(request))))
        } else {
          others.append(effect)
        }
      }
      if next.isEmpty {
        _ = controller.continueReading()
        if let update = controller.takeEvent() {
          next = model.receive(.response(.document(update)))
        }
      }
      effects = next
    }
  }

  mutating func perform(_ commands: Command...) {
    for command in commands { run { $0.perform(command) } }
  }
  /// jq says no.
  mutating func refuse(_ turn: FilterRun, _ why: String) {
    let update = DocumentUpdate(
      generation: 0, view: .tree,
      outcome: .filter(FilterUpdate(number: turn.number, standing: .refused(why))))
    run { $0.receive(.response(.document(update))) }
  }
  mutating func type(_ text: String) { for letter in text { perform(.insert(String(letter))) } }

  var tree: [String] {
    model.response.pane.visible.map { _, row in
      guard case .tree(let row)? = row else { return "?" }
      let label =
        switch row.label {
        case .root: ""
        case .key(let key): key + ":"
        case .place(let place): "\(place):"
        }
      return label + (row.children.map { "<\($0)>" } ?? row.preview)
    }
  }

  var turn: FilterRun? {
    for case .response(.runFilter(let turn)) in others.reversed() { return turn }
    return nil
  }

  var copied: String? {
    for case .copy(let text, _) in others.reversed() { return text }
    return nil
  }
}
