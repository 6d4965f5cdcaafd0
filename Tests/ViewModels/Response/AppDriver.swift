import ClientModel
import ClientReading
import JobFixtures
import ReadingValues
import ViewModels

/// The interface with a response on show and a controller behind it, without tasks.
struct AppDriver {
  var model = AppModel()
  var controller: DocumentController
  /// Effects that were not for the controller.
  var others: [Effect] = []
  /// What was asked of the controller and is not answered yet, while responses are held back.
  var held: [DocumentRequest] = []
  var holdsBack = false

  init(
    _ text: String = "", type: String = "application/json", step: Int = 16 << 20, rows: Int = 20,
    picture: [UInt8] = []
  ) {
    controller = DocumentController(step: step) { _ in nil }
    run {
      $0.receive(.viewport(Viewport(composer: 5, queue: 5, response: rows, list: 10, columns: 40)))
    }
    run { $0.receive(.composer(.submitted(JobID(1), .immediate))) }
    var result = AttemptResult.json(text)
    if !picture.isEmpty { result.body = .inline(picture) }
    result.head?.fields = [ResponseField("Content-Type", type)]
    run {
      $0.receive(
        .response(
          .exchange(.fixture(1, .succeeded), .fixture(), [.fixture(1, of: 1, result: result)])))
    }
    perform(.app(.focusResponse))
  }

  mutating func perform(_ commands: Command...) {
    for command in commands { run { $0.perform(command) } }
  }

  /// Types letter by letter, as a person does.
  mutating func type(_ text: String) {
    for letter in text { perform(.insert(String(letter))) }
  }

  /// Lets the controller answer what was held back.
  mutating func release() {
    holdsBack = false
    let waiting = held
    held = []
    settle(waiting.map { .response(.document($0)) })
  }

  mutating func run(_ act: (inout AppModel) -> [Effect]) { settle(act(&model)) }

  private mutating func settle(_ first: [Effect]) {
    var effects = first
    for _ in 0..<1_000 where !effects.isEmpty || (!holdsBack && controller.hasMore) {
      var next: [Effect] = []
      for effect in effects {
        guard case .response(.document(let request)) = effect else {
          others.append(effect)
          continue
        }
        if holdsBack {
          held.append(request)
        } else {
          next += model.receive(.response(.document(controller.response(request))))
        }
      }
      if next.isEmpty, !holdsBack {
        _ = controller.continueReading()
        if let update = controller.takeEvent() {
          next = model.receive(.response(.document(update)))
        }
      }
      effects = next
    }
  }

  var response: ResponseModel { model.response }
  var selected: Int { response.pane.list.selected }
  var prompt: Prompt? {
    if case .prompt(let prompt)? = model.overlays.last { prompt } else { nil }
  }

  /// The text of the rows on screen.
  var rows: [String] {
    response.pane.visible.map { _, row in
      switch row {
      case .tree(let row):
        row.children.map { "\(row.label.text)<\($0)>" } ?? row.label.text + row.preview
      case .line(let row): row.text
      case .outline(let row): row.pieces.map(\.text).joined()
      case .table(let row): row.cells.map(\.text).joined(separator: "|")
      case nil: "?"
      }
    }
  }
}

extension TreeRow.Label {
  fileprivate var text: String {
    switch self {
    case .root: ""
    case .key(let key): key + ":"
    case .place(let place): "\(place):"
    }
  }
}
