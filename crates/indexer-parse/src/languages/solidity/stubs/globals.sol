// What every file has. Names that nobody writes end with `$`.

contract array$ {
    uint256 length;
    function push() public;
    function pop() public;
}

contract abi$ {
    function encode() public returns (bytes memory);
    function encodeCall() public returns (bytes memory);
    function encodePacked() public returns (bytes memory);
    function encodeWithSelector() public returns (bytes memory);
    function encodeWithSignature() public returns (bytes memory);
}

struct block$ {
    uint256 basefee;
    uint256 blobbasefee;
    uint256 chainid;
    address coinbase;
    uint256 difficulty;
    uint256 gaslimit;
    uint256 number;
    uint256 prevrandao;
    uint256 timestamp;
}

struct msg$ {
    bytes data;
    address sender;
    bytes4 sig;
    uint256 value;
}

struct tx$ {
    uint256 gasprice;
    address origin;
}

struct type$ {
    bytes creationCode;
    bytes4 interfaceId;
    string name;
    bytes runtimeCode;
}

abi$ constant abi = 0;
block$ constant block = 0;
msg$ constant msg = 0;
tx$ constant tx = 0;

function addmod(uint256 x, uint256 y, uint256 k) pure returns (uint256) {}
function blobhash(uint256 index) view returns (bytes32) {}
function blockhash(uint256 number) view returns (bytes32) {}
function ecrecover(bytes32 hash, uint8 v, bytes32 r, bytes32 s) pure returns (address) {}
function gasleft() view returns (uint256) {}
function keccak256(bytes memory data) pure returns (bytes32) {}
function mulmod(uint256 x, uint256 y, uint256 k) pure returns (uint256) {}
function ripemd160(bytes memory data) pure returns (bytes20) {}
function sha256(bytes memory data) pure returns (bytes32) {}
