import ClientCore
import ClientModel

/// Raised news as bytes: a number for the kind, then its parts.
extension ByteWriter {
  mutating func put(_ news: RaisedEvent.News) {
    switch news {
    case .own(let event):
      byte(0)
      text(event.name)
      count(event.fields.count)
      for field in event.fields {
        text(field.name)
        text(field.value)
      }
    case .cacheUpdated(let change): put(1, change)
    case .cacheRenewed(let change): put(2, change)
    case .cacheRemoved(let change): put(3, change)
    }
  }

  private mutating func put(_ kind: UInt8, _ change: Event.CacheChange) {
    byte(kind)
    text(change.method.rawValue)
    text(change.url)
  }
}

extension ByteReader {
  mutating func news() throws(Failure) -> RaisedEvent.News {
    switch try byte() {
    case 0:
      var event = OwnEvent(try text())
      for _ in 0..<(try count()) {
        event.fields.append(OwnEvent.Field(try text(), try text()))
      }
      return .own(event)
    case 1: return .cacheUpdated(try change())
    case 2: return .cacheRenewed(try change())
    case 3: return .cacheRemoved(try change())
    default: throw .damaged("a kind of news is unknown")
    }
  }

  private mutating func change() throws(Failure) -> Event.CacheChange {
    guard let method = HTTPMethod(try text()) else { throw .damaged("a method is none") }
    return Event.CacheChange(method: method, url: try text())
  }
}
