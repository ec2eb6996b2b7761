use super::*;
use crate::block::pack;

fn keyed(byte: u8) -> Naming {
    Naming::encrypted(StaticSecret::from([byte; 32]))
}

#[test]
fn names_say_nothing_of_what_they_name_and_are_the_same_for_all_who_have_the_key() {
    let (block, _) = pack(b"some bytes").unwrap();
    let plain = Naming::default();
    let names = |naming: &Naming| {
        let paths = [naming.head(5, "abc123"), naming.parts(5, "abc123"), naming.block(&block)];
        paths.map(|path| path.to_string())
    };
    assert_eq!(names(&keyed(1)), names(&keyed(1)));
    let other = names(&keyed(2));
    for (at, name) in names(&keyed(1)).iter().enumerate() {
        assert_ne!(*name, other[at]);
        assert!(!name.contains("abc123") && !name.contains("0000000000000005"), "{name}");
        assert!(!name.contains(&hex(&block.hash)));
    }
    assert_eq!(plain.block(&block).filename(), Some(hex(&block.hash).as_str()));
    let (one, two) = (keyed(1).heads(5), keyed(2).heads(5));
    assert!(Naming::is_encrypted_name(&one) && !Naming::is_encrypted_name(&plain.heads(5)));
    assert!(!Naming::is_encrypted_name(&keyed(1).block(&block)));
    assert!(!keyed(1).is_of_other_key(&one) && keyed(1).is_of_other_key(&two) && plain.is_of_other_key(&one));
    assert!(!plain.is_of_other_key(&plain.heads(5)) && !keyed(1).is_of_other_key(&plain.heads(5)));
}

#[test]
fn an_object_is_the_same_whoever_writes_it_and_is_taken_under_its_own_name_alone() {
    let naming = keyed(1);
    let (path, elsewhere) = (naming.head(5, "a"), naming.head(5, "b"));
    let object = naming.seal(&path, b"a head".to_vec()).unwrap();
    assert_eq!(object, keyed(1).seal(&path, b"a head".to_vec()).unwrap());
    assert_ne!(object, naming.seal(&elsewhere, b"a head".to_vec()).unwrap());
    assert_ne!(object[..], naming.seal(&path, b"a hood".to_vec()).unwrap()[..]);
    assert_eq!(object.len() as u64, naming.stored_length(6));
    assert_eq!(naming.open(&path, object.clone()).unwrap(), b"a head");
    assert!(naming.open(&elsewhere, object.clone()).is_err(), "under the name of another revision");
    assert!(keyed(2).open(&path, object).is_err());
    // Who knows the recipient alone can encrypt for it, and is not believed.
    let draws = Draws { file_key: [7; 16], ephemeral: [8; 32], nonce: [9; 16] };
    let recipient = PublicKey::from(&StaticSecret::from([1; 32]));
    let forged = age::seal(&recipient, &draws, b"a head").unwrap();
    let reason = naming.open(&path, forged).unwrap_err().to_string();
    assert!(reason.contains("with the key of the store"), "{reason}");
}

#[test]
fn a_range_of_a_block_is_read_without_its_beginning() {
    // What no compression makes less.
    let bytes: Vec<u8> = (0..10_000_u32).flat_map(|n| Sha256::digest(n.to_le_bytes())).collect();
    let (block, stored) = pack(&bytes).unwrap();
    assert!(stored.len() > 300_000);
    for naming in [keyed(1), Naming::default()] {
        let object = naming.seal(&naming.block(&block), stored.clone()).unwrap();
        let length = stored.len() as u64;
        for range in [0..10, 65_530..65_540, 100_000..200_000, length - 5..length, 0..length] {
            let extent = naming.block_range(&block, &range);
            let came = object[extent.start as usize..extent.end as usize].to_vec();
            let read = naming.open_range(&block, &range, came.clone()).unwrap();
            assert_eq!(read, stored[range.start as usize..range.end as usize]);
            if naming.is_encrypted() {
                assert!(naming.open_range(&block, &range, came[1..].to_vec()).is_err());
                let flipped: Vec<u8> = came.iter().map(|byte| byte ^ 1).collect();
                assert!(naming.open_range(&block, &range, flipped).is_err());
            }
        }
    }
}
