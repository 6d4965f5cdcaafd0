import Synchronization

/// Things that several threads take in turn, each once.
package final class SharedQueue<Element: Sendable>: Sendable {
  private let left: Mutex<[Element]>

  package init(_ elements: [Element]) { left = Mutex(elements.reversed()) }

  /// The next in the order given; nil when all are taken.
  package func take() -> Element? { left.withLock { $0.popLast() } }
}
