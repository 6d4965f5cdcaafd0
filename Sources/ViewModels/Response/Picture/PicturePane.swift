import ClientDocuments

/// Where drawing the picture of one response stands.
///
///     nothing ──draw──► drawing ──► shown ──the room changes──► drawing, the old one still shows
///                          └──────► refused
package struct PicturePane: Equatable, Sendable {
  package private(set) var room = PictureRoom()
  package private(set) var shown: Picture?
  /// Why there is none.
  package private(set) var refusal: Notice?
  package private(set) var isDrawing = false
  private(set) var number = 0
  private var asked: Asked?

  private struct Asked: Equatable {
    let generation: Int
    let room: PictureRoom
  }

  package init() {}

  mutating func resize(to room: PictureRoom) { self.room = room }

  /// The order to draw this body into the current area; nil if it was already issued.
  mutating func order(generation: Int) -> PictureOrder? {
    let wanted = Asked(generation: generation, room: room)
    guard wanted != asked else { return nil }
    if let asked, asked.generation != generation { (shown, refusal) = (nil, nil) }
    (asked, isDrawing) = (wanted, true)
    number += 1
    return PictureOrder(number: number, generation: generation, room: room)
  }

  mutating func take(_ news: PictureNews) {
    guard news.number == number, isDrawing else { return }
    isDrawing = false
    switch news.outcome {
    case .drawn(let picture): (shown, refusal) = (picture, nil)
    case .refused(let notice): (shown, refusal) = (nil, notice)
    }
  }

  /// A picture that is already shown stays; otherwise a notice says that the drawing was stopped.
  mutating func stop() {
    isDrawing = false
    guard shown == nil else { return }
    refusal = Notice(
      .info, "The drawing was stopped.", whatToDo: "Unfold the picture to draw it again.")
  }

  /// Allows a new order for the same area, and removes the refusal.
  mutating func forgetOrder() { (asked, refusal) = (nil, nil) }

  /// Forgets the picture, and keeps the room and the number.
  ///
  /// - Returns: Whether one was being drawn.
  mutating func forget() -> Bool {
    let wasDrawing = isDrawing
    (shown, refusal, asked, isDrawing) = (nil, nil, nil, false)
    return wasDrawing
  }

  /// The file name extension of the picture.
  var suffix: String {
    switch shown?.format {
    case .jpeg: ".jpg"
    case let format?: ".\(format.rawValue)"
    case nil: ".bin"
    }
  }
}

/// Draws the open body into an area.
package struct PictureOrder: Hashable, Sendable {
  package let number: Int
  /// Which body is meant.
  package let generation: Int
  package let room: PictureRoom
}

/// What an order to draw came to.
package struct PictureNews: Hashable, Sendable {
  package enum Outcome: Hashable, Sendable {
    case drawn(Picture)
    case refused(Notice)
  }

  package let number: Int
  package let outcome: Outcome

  package init(_ order: PictureOrder, _ outcome: Outcome) {
    (number, self.outcome) = (order.number, outcome)
  }
}
