/// Everybody who receives events of a client, and what the events are made from.
struct Publisher {
  var subscribers = Subscribers()
  var recorder = EventRecorder()
  var values = SharedValueSubscribers()

  /// Ends every stream; what waits can still be read.
  mutating func finish() {
    subscribers.finish()
    values.finish()
  }
}
