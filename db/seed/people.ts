import type { SeedPerson } from './types.ts';

export const people: SeedPerson[] = [
  { slug: 'ananya-deshpande', name: 'Ananya Deshpande', avatar: 1 },
  { slug: 'rajesh-kulkarni', name: 'राजेश कुलकर्णी', avatar: 2 },
  { slug: 'misaki-sato', name: '佐藤 美咲', avatar: 3 },
  { slug: 'layla-haddad', name: 'ليلى الحداد', avatar: 4 },
  {
    slug: 'maria-fernanda-rodriguez',
    name: 'María Fernanda de los Ángeles Rodríguez-Villanueva y Castellanos',
    avatar: 5,
  },
  { slug: 'suresh', name: 'Suresh', avatar: null },
  { slug: 'tom-hargreaves', name: 'Tom Hargreaves', avatar: 6 },
  { slug: 'chidinma-okafor', name: 'Chidinma Okafor', avatar: 7 },
  { slug: 'priya-nair', name: 'Priya Nair', avatar: 8 },
  { slug: 'lukas-brandt', name: 'Lukas Brandt', avatar: null },
  { slug: 'farhan-siddiqui', name: 'Farhan Siddiqui', avatar: 9 },
  { slug: 'grace-mwangi', name: 'Grace Mwangi', avatar: 10 },
  { slug: 'meera-iyer', name: 'Meera Iyer', avatar: null },
  { slug: 'olivier-lefevre', name: 'Olivier Lefèvre', avatar: 11 },
  { slug: 'harpreet-gill', name: 'Harpreet Singh Gill', avatar: 12 },
  { slug: 'nguyen-thi-hanh', name: 'Nguyễn Thị Hạnh', avatar: null },
  { slug: 'kavita-joshi', name: 'Kavita Joshi', avatar: 13 },
  { slug: 'daniel-oconnor', name: 'Daniel O’Connor', avatar: null },
  { slug: 'zeynep-aydin', name: 'Zeynep Aydın', avatar: 14 },
  { slug: 'arjun-menon', name: 'Arjun Menon', avatar: null },
];
